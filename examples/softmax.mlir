// A softmax as it is defined; neo-stable-forms takes the largest exponent off.
func.func @softmax(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %s = neo.compute [i: 4] sum [k: 8] %x[i, k]
       : (tensor<4x8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    %0 = math.exp %a : f32
    neo.yield %0 : f32
  }
  %y = neo.compute [i: 4, j: 8] %x[i, j], %s[i]
       : (tensor<4x8xf32>, tensor<4xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: f32, %t: f32):
    %0 = math.exp %a : f32
    %1 = arith.divf %0, %t : f32
    neo.yield %1 : f32
  }
  return %y : tensor<4x8xf32>
}
