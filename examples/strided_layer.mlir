// A strided convolution in one dimension with a ReLU, and its gradients: what
// docs/Architecture.md follows through the compiler. The target is named, so
// that the output is the same on every machine.
module attributes {neo.target = "avx512"} {
  func.func private @layer(%A: tensor<8x65xf32>, %W: tensor<16x8x3xf32>)
      -> tensor<16x32xf32> {
    %C = neo.compute [k: 16, p: 32] sum [c: 8, r: 3]
           %A[c, 2 * p + r], %W[k, c, r]
         : (tensor<8x65xf32>, tensor<16x8x3xf32>) -> tensor<16x32xf32> {
    ^bb0(%a: f32, %w: f32):
      %0 = arith.mulf %a, %w : f32
      neo.yield %0 : f32
    }
    %Y = neo.compute [k: 16, p: 32] %C[k, p]
         : (tensor<16x32xf32>) -> tensor<16x32xf32> {
    ^bb0(%c: f32):
      %zero = arith.constant 0.0 : f32
      %0 = arith.maximumf %c, %zero : f32
      neo.yield %0 : f32
    }
    return %Y : tensor<16x32xf32>
  }
  func.func private @layer_vjp(tensor<8x65xf32>, tensor<16x8x3xf32>,
      tensor<16x32xf32>) -> (tensor<8x65xf32>, tensor<16x8x3xf32>)
  func.func @main(%A: tensor<8x65xf32>, %W: tensor<16x8x3xf32>,
      %dY: tensor<16x32xf32>) -> (tensor<8x65xf32>, tensor<16x8x3xf32>) {
    %dA, %dW = call @layer_vjp(%A, %W, %dY)
      : (tensor<8x65xf32>, tensor<16x8x3xf32>, tensor<16x32xf32>)
      -> (tensor<8x65xf32>, tensor<16x8x3xf32>)
    return %dA, %dW : tensor<8x65xf32>, tensor<16x8x3xf32>
  }
}
