// RUN: neo-opt %s --convert-neo-to-linalg | FileCheck %s

// A scatter_add is a nest of sequential loops over a tensor of zeros.

// CHECK-LABEL: @rows
// CHECK:         %[[ZEROS:.*]] = linalg.fill
// CHECK:         scf.for %[[I:.*]] = {{.*}} iter_args(%[[OUTER:.*]] = %[[ZEROS]])
// CHECK:           scf.for %[[J:.*]] = {{.*}} iter_args(%[[SUMS:.*]] = %[[OUTER]])
// CHECK:             cf.assert
// CHECK:             %[[TERM:.*]] = tensor.extract %arg0[%[[I]], %[[J]]]
// CHECK:             %[[SUM:.*]] = tensor.extract %[[SUMS]][%[[AT:.*]], %[[J]]]
// CHECK:             %[[NEXT:.*]] = arith.addf %[[SUM]], %[[TERM]]
// CHECK:             tensor.insert %[[NEXT]] into %[[SUMS]][%[[AT]], %[[J]]]
func.func @rows(%Y: tensor<32x8xf32>, %I: tensor<32xi64>) -> tensor<100x8xf32> {
  %0 = neo.scatter_add [i: 32, j: 8] %Y[i, j] into [%I[i], j]
     : (tensor<32x8xf32>, tensor<32xi64>) -> tensor<100x8xf32>
  return %0 : tensor<100x8xf32>
}

// CHECK-LABEL: @nothing
// CHECK-NOT:     scf.for
// CHECK:         return
func.func @nothing(%Y: tensor<0x8xf32>, %I: tensor<0xi64>) -> tensor<100x8xf32> {
  %0 = neo.scatter_add [i: 0, j: 8] %Y[i, j] into [%I[i], j]
     : (tensor<0x8xf32>, tensor<0xi64>) -> tensor<100x8xf32>
  return %0 : tensor<100x8xf32>
}
