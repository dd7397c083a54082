// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// 50 steps in blocks of 20: the last has ten. The panel of B is filled with as
// many rows as its block has, and tiles walk no further.

func.func @f(%A: tensor<56x50xf32>, %B: tensor<50x64xf32>) -> tensor<56x64xf32> {
  %C = neo.compute [i: 56, j: 64] sum [k: 50] %A[i, k], %B[k, j]
       {neo.schedule = "vector [j: 16] order [j, k, i] block [k: 20] pack [1]"}
     : (tensor<56x50xf32>, tensor<50x64xf32>) -> tensor<56x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<56x64xf32>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK:         memref.alloca() {{.*}} : memref<320xf32>
// CHECK:         scf.for %[[K:.*]] = %c0 to %c50 step %c20
// CHECK:           %[[WHOLE:.*]] = arith.cmpi slt, %[[K]], %c40
// CHECK:           scf.if %[[WHOLE]] {
// CHECK:             scf.for {{.*}} = %c0 to %c20 step %c1
// CHECK:           } else {
// CHECK:             scf.for {{.*}} = %c0 to %c10 step %c1
// CHECK:           %[[END:.*]] = arith.addi %[[K]], %c20
// CHECK:           %[[LAST:.*]] = arith.minsi %[[END]], %c50
// CHECK:           scf.for {{.*}} = %[[K]] to %[[LAST]] step %c1
// CHECK:           arith.cmpi eq, %[[K]], %c40
