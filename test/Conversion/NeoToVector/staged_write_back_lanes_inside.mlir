// RUN: env NEO_TARGET=avx512 neo-opt %s --convert-neo-to-vector | FileCheck %s

// The lanes are one tile of a loop inside the staged one: they begin at 0, and
// not where a loop that has ended was.

// CHECK-LABEL: func.func private @main_kernel0
// CHECK:         scf.for
// CHECK:           vector.store %{{.*}}, %[[ROWS:.*]][%{{.*}}] : memref<56xf32>, vector<8xf32>
// CHECK-NEXT:    }
// CHECK:         vector.load %[[ROWS]]
// CHECK:         vector.maskedstore %arg2
func.func @main(%A: tensor<8x33xf32>, %B: tensor<33x7xf32>) -> tensor<8x7xf32> {
  %C = neo.compute [i: 8, j: 7] sum [k: 33] %A[i, k], %B[k, j]
         {neo.schedule = "vector [i: 8] order [j, i] writeback [j: 7] parallel 0"}
     : (tensor<8x33xf32>, tensor<33x7xf32>) -> tensor<8x7xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %C : tensor<8x7xf32>
}
