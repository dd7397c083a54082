// RUN: neo-opt %s --neo-to-vector | FileCheck %s

// One division for a row, then four multiplications and a clamp of the error for 16
// quotients, without a comparison or select for each.

module attributes {neo.target = "avx512"} {
// CHECK-LABEL: func.func private @f_kernel0
// CHECK:         arith.divf %{{.*}} : f32
// CHECK-NOT:     arith.divf
// CHECK-COUNT-2: arith.mulf %{{.*}} : vector<16xf32>
// CHECK:         math.fma
// CHECK:         llvm.x86.avx512.mask.range.ps.512
// CHECK-NOT:     {{arith.(select|cmpf).*}}vector
// CHECK:         math.fma
func.func @f(%x: tensor<64x16xf32>, %s: tensor<64xf32>) -> tensor<64x16xf32> {
  %0 = neo.compute [i: 64, j: 16] %x[i, j], %s[i]
     : (tensor<64x16xf32>, tensor<64xf32>) -> tensor<64x16xf32> {
  ^bb0(%a: f32, %b: f32):
    %r = arith.divf %a, %b : f32
    neo.yield %r : f32
  }
  return %0 : tensor<64x16xf32>
}
}
