// RUN: env NEO_TARGET=avx512 neo-opt %s --convert-neo-to-vector | FileCheck %s

// Threads share the rows, the inner loop copies one; the index is read once per
// row and kept inside whatever it is. The launch lists the indices to be checked.

// CHECK-LABEL: func.func @embedding
// CHECK:         neo.launch @embedding_kernel0(%arg0, %arg1) range 2000 grain 512
// CHECK-SAME:      neo.index_checks = [{dimension = 0 : i64, extent = 100 : i64, operand = 1 : i64, what = "operand #1 of neo.gather"}]
func.func @embedding(%A: tensor<100x64xf32>, %I: tensor<2000xi32>) -> tensor<2000x64xf32> {
  %0 = neo.gather [i: 2000, j: 64] %A[%I[i], j]
     : (tensor<100x64xf32>, tensor<2000xi32>) -> tensor<2000x64xf32>
  return %0 : tensor<2000x64xf32>
}

// CHECK-LABEL: func.func private @embedding_kernel0
// CHECK:         scf.for %[[I:.*]] = %arg3 to %arg4
// CHECK:           %[[N:.*]] = memref.load %arg1[%[[I]]] : memref<2000xi32>
// CHECK:           %[[AT:.*]] = arith.index_cast %[[N]] : i32 to index
// CHECK:           arith.minsi %[[AT]], %c99
// CHECK:           arith.maxsi
// CHECK:           scf.for
// CHECK:             memref.load %arg0
// CHECK:             memref.store {{.*}}, %arg2
