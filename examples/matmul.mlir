// A matrix product: the output loops name the result's shape, the reduction
// loops what is summed, and each operand the element it reads.
func.func @matmul(%A: tensor<4x3xf32>, %B: tensor<3x5xf32>) -> tensor<4x5xf32> {
  %C = neo.compute [i: 4, j: 5] sum [k: 3] %A[i, k], %B[k, j]
     : (tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<4x5xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<4x5xf32>
}
