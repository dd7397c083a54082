// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// Tiles whose lanes lie across the result wait as rows, until the runs that
// they are part of are whole; these leave transposed, 16 x 16 at a time.

func.func @f(%A: tensor<64x42xf32>, %B: tensor<40x32xf32>)
    -> tensor<32x64x3xf32> {
  %C = neo.compute [k: 32, c: 64, r: 3] sum [p: 40] %A[c, r + p], %B[p, k]
       {neo.schedule = "vector [k: 16] tile [k: 2, c: 2, r: 3] writeback [c: 16]"}
     : (tensor<64x42xf32>, tensor<40x32xf32>) -> tensor<32x64x3xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<32x64x3xf32>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK-SAME:    memref<2688xf32> {{.*}}, %{{.*}}: memref<1280xf32> {{.*}}, %[[C:[a-z0-9]+]]: memref<6144xf32>
// CHECK-SAME:    writeback [c: 16]
// CHECK:         %[[ROWS:.*]] = memref.alloca() {{.*}} : memref<1536xf32>
// CHECK:           scf.for %[[START:.*]] = %c0 to %c64 step %c16
// CHECK:             scf.for %[[INSIDE:.*]] = %c0 to %c16 step %c2
// CHECK:               arith.addi %[[START]], %[[INSIDE]]
// CHECK:               vector.fma
// CHECK-COUNT-12:      vector.store {{.*}}, %[[ROWS]]
// CHECK:             scf.for {{.*}} = %c0 to %c32 step %c16
// CHECK:               scf.for {{.*}} = %c0 to %c48 step %c16
// CHECK-COUNT-16:        vector.load %[[ROWS]]
// CHECK:                 vector.shuffle
// CHECK-COUNT-16:        vector.store {{.*}}, %[[C]]
