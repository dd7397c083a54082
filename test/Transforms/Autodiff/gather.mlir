// RUN: neo-opt --neo-autodiff %s | FileCheck %s
// RUN: neo-opt --neo-autodiff=mode=forward %s | FileCheck %s --check-prefix=FORWARD

// The gradient of a gather is the scatter_add of the same access and guard, the
// tangent is gathered as the values are. Integers have neither.

// CHECK-LABEL: @embedding_vjp(%arg0: tensor<100x8xf32>, %arg1: tensor<32xi64>, %arg2: tensor<32x8xf32>)
// CHECK-SAME:    -> tensor<100x8xf32>
// CHECK:         %[[G:.*]] = neo.scatter_add [i: 32, j: 8] %arg2[i, j] into [%arg1[i - 1], j] where (i - 1 >= 0) {neo.described = ["I"]}
// CHECK:         return %[[G]]

// FORWARD-LABEL: @embedding_jvp(%arg0: tensor<100x8xf32>, %arg1: tensor<32xi64>, %arg2: tensor<100x8xf32>)
// FORWARD-DAG:     neo.gather [i: 32, j: 8] %arg0[%arg1[i - 1], j]
// FORWARD-DAG:     neo.gather [i: 32, j: 8] %arg2[%arg1[i - 1], j]
func.func @embedding(%A: tensor<100x8xf32>, %I: tensor<32xi64>) -> tensor<32x8xf32> {
  %0 = neo.gather [i: 32, j: 8] %A[%I[i - 1], j] where (i >= 1)
       {neo.described = ["I"]}
     : (tensor<100x8xf32>, tensor<32xi64>) -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}
