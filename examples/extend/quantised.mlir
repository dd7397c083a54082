// A layer whose weights are rounded to whole numbers.
func.func @layer(%x: tensor<64x128xf32>, %w: tensor<128x64xf32>)
    -> tensor<64x64xf32> {
  %y = neo.compute [b: 64, j: 64] sum [k: 128] %x[b, k], %w[k, j]
       : (tensor<64x128xf32>, tensor<128x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %q = math.roundeven %b : f32
    %p = arith.mulf %a, %q : f32
    neo.yield %p : f32
  }
  return %y : tensor<64x64xf32>
}
