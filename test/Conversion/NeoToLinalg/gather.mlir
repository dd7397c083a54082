// RUN: neo-opt %s --convert-neo-to-linalg | FileCheck %s

// A gather is a generic that reads in its body and asserts what it read.

// CHECK-LABEL: @embedding
// CHECK:         linalg.generic
// CHECK-SAME:      iterator_types = ["parallel", "parallel"]
// CHECK:           %[[I:.*]] = linalg.index 0
// CHECK:           %[[J:.*]] = linalg.index 1
// CHECK:           %[[N:.*]] = tensor.extract %arg1[%[[I]]] : tensor<32xi32>
// CHECK:           %[[AT:.*]] = arith.index_cast %[[N]]
// CHECK:           cf.assert %{{.*}}, "an index from data lies outside dimension 0 (R1)"
// CHECK:           %[[A:.*]] = tensor.extract %arg0[%[[AT]], %[[J]]]
// CHECK:           linalg.yield %[[A]]
func.func @embedding(%A: tensor<100x8xf32>, %I: tensor<32xi32>) -> tensor<32x8xf32> {
  %0 = neo.gather [i: 32, j: 8] %A[%I[i], j]
     : (tensor<100x8xf32>, tensor<32xi32>) -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}

// Under a guard nothing is read where it fails.
// CHECK-LABEL: @guarded
// CHECK:         linalg.generic
// CHECK:           scf.if
// CHECK:             tensor.extract
// CHECK:           else
// CHECK-NEXT:        arith.constant 0.0
func.func @guarded(%A: tensor<100xf32>, %I: tensor<3xi64>) -> tensor<4xf32> {
  %0 = neo.gather [i: 4] %A[%I[i - 1]] where (i >= 1)
     : (tensor<100xf32>, tensor<3xi64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
