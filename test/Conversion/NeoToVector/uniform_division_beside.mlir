// RUN: neo-opt %s --neo-to-vector | FileCheck %s

// An exponential occupies the multiplication ports for longer than the divider
// takes, so the quotient is divided, without a correction.

module attributes {neo.target = "avx512"} {
// CHECK-LABEL: func.func private @f_kernel0
// CHECK:         %[[S:.*]] = vector.broadcast
// CHECK:         llvm.x86.avx512.mask.scalef.ps.512
// CHECK-NOT:     math.fma
// CHECK:         arith.divf %{{.*}}, %[[S]] : vector<16xf32>
func.func @f(%x: tensor<64x16xf32>, %s: tensor<64xf32>) -> tensor<64x16xf32> {
  %0 = neo.compute [i: 64, j: 16] %x[i, j], %s[i]
     : (tensor<64x16xf32>, tensor<64xf32>) -> tensor<64x16xf32> {
  ^bb0(%a: f32, %b: f32):
    %e = math.exp %a : f32
    %r = arith.divf %e, %b : f32
    neo.yield %r : f32
  }
  return %0 : tensor<64x16xf32>
}
}
