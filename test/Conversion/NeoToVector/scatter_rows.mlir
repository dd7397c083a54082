// RUN: env NEO_TARGET=avx512 neo-opt %s --convert-neo-to-vector | FileCheck %s

// Threads share the rows of the result, in at most eight parts: each clears its
// own rows and adds the updates of them, in the order of the source. No two threads
// write one element.

// CHECK-LABEL: func.func @rows
// CHECK:         neo.launch @rows_kernel0(%arg0, %arg1) range 1000 grain 125
func.func @rows(%Y: tensor<4000x128xf32>, %I: tensor<4000xi64>) -> tensor<1000x128xf32> {
  %0 = neo.scatter_add [i: 4000, j: 128] %Y[i, j] into [%I[i], j]
     : (tensor<4000x128xf32>, tensor<4000xi64>) -> tensor<1000x128xf32>
  return %0 : tensor<1000x128xf32>
}

// CHECK-LABEL: func.func private @rows_kernel0
// CHECK-SAME:    %[[Y:arg0]]: memref<512000xf32>
// CHECK:         scf.for %{{.*}} = %arg3 to %arg4
// CHECK:           memref.store %cst, %arg2
// CHECK:         scf.for %[[I:.*]] = %c0 to %c4000
// CHECK:           %[[N:.*]] = memref.load %arg1[%[[I]]]
// CHECK:           %[[FROM:.*]] = arith.cmpi sge, %[[AT:.*]], %arg3
// CHECK:           %[[TO:.*]] = arith.cmpi slt, %[[AT]], %arg4
// CHECK:           arith.andi %[[FROM]], %[[TO]]
// CHECK:           scf.if
// CHECK:             scf.for %{{.*}} = %c0{{.*}} to %c128{{.*}} step %c16
// CHECK:               vector.load %arg0
// CHECK:               vector.load %arg2
// CHECK:               arith.addf
// CHECK:               vector.store
