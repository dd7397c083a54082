// RUN: neo-opt --neo-optimize --neo-schedule %s | FileCheck %s

// Sixteen pixels two elements apart under seven taps share 37 elements, which
// would all wait in registers beside 16 accumulators, were the taps written
// out. So fewer pixels share fewer, or the taps stay a loop.

// CHECK: sum [c: 3, r: 7, s: 7]
// CHECK-NOT: tile [q: 16] {{.*}} unroll [s]"
// CHECK: neo.yield
func.func @f(%x: tensor<3x117x117xf32>, %w: tensor<3x7x7x64xf32>)
    -> tensor<64x56x56xf32> {
  %0 = neo.compute [k: 64, p: 56, q: 56] sum [c: 3, r: 7, s: 7]
         %x[c, 2 * p + r, 2 * q + s], %w[c, r, s, k]
     : (tensor<3x117x117xf32>, tensor<3x7x7x64xf32>)
         -> tensor<64x56x56xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %0 : tensor<64x56x56xf32>
}
