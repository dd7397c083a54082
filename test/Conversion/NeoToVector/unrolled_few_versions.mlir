// RUN: env NEO_TARGET=avx512 neo-opt --neo-optimize --neo-schedule %s | FileCheck %s

// Taps are unrolled for what a tile at an edge leaves out, in every version
// of it. In three dimensions all 27 taps would have 27 versions, so those of one
// dimension stay a loop, whose bounds leave the same terms out.

// CHECK: sum [c: 16, r: 3, s: 3, t: 3] {{.*}} unroll {{\[[rst], [rst]\]}}
func.func @f(%x: tensor<16x28x28x28xf32>, %w: tensor<16x3x3x3x32xf32>)
    -> tensor<32x28x28x28xf32> {
  %0 = neo.compute [k: 32, p: 28, q: 28, o: 28] sum [c: 16, r: 3, s: 3, t: 3]
         %x[c, p + r - 1, q + s - 1, o + t - 1]
           if (p + r >= 1, p + r < 29, q + s >= 1, q + s < 29, o + t >= 1,
               o + t < 29) else 0.0,
         %w[c, r, s, t, k]
     : (tensor<16x28x28x28xf32>, tensor<16x3x3x3x32xf32>)
         -> tensor<32x28x28x28xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %0 : tensor<32x28x28x28xf32>
}
