// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// A panel of B is filled inside the loop that indexes it: squares are read along
// the rows, transposed and stored. The tiles read it and prefetch the next one.

func.func @f(%A: tensor<56x32xf32>, %B: tensor<64x32xf32>) -> tensor<56x64xf32> {
  %C = neo.compute [i: 56, j: 64] sum [k: 32] %A[i, k], %B[j, k]
       {neo.schedule = "vector [j: 16] tile [i: 7, j: 2] order [j, i] pack [1]"}
     : (tensor<56x32xf32>, tensor<64x32xf32>) -> tensor<56x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<56x64xf32>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: memref<1792xf32>
// CHECK-SAME:    %[[B:[a-z0-9]+]]: memref<2048xf32>
// CHECK:         %[[PANEL:.*]] = memref.alloca() {{.*}} : memref<1024xf32>
// CHECK:         scf.for
// CHECK:           scf.for {{.*}} = %c0 to %c32 step %c16
// CHECK:             scf.for {{.*}} = %c0 to %c32 step %c16
// CHECK-COUNT-16:      vector.load %[[B]]
// CHECK:               vector.shuffle
// CHECK-COUNT-16:      vector.store {{.*}}, %[[PANEL]]
// CHECK:           scf.for {{.*}} = %c0 to %c56 step %c7
// CHECK:             scf.for {{.*}} = %c0 to %c32 step %c1
// CHECK:               memref.prefetch %[[B]]{{.*}}, read, locality<2>
// CHECK-NOT:           vector.load %[[B]]
// CHECK-COUNT-2:       vector.load %[[PANEL]]
// CHECK:               vector.fma
