// RUN: neo-opt --neo-autodiff %s | FileCheck %s
// RUN: neo-opt --neo-autodiff=mode=forward %s | FileCheck %s --check-prefix=FORWARD

// The gradient of a scatter_add is the gather of the same access.

// CHECK-LABEL: @f_vjp(%arg0: tensor<32x8xf32>, %arg1: tensor<32xi32>, %arg2: tensor<8x100xf32>)
// CHECK:         %[[G:.*]] = neo.gather [i: 32, j: 8] %arg2[7 - j, %arg1[i]] :
// CHECK-SAME:      -> tensor<32x8xf32>
// CHECK:         return %[[G]]

// FORWARD-LABEL: @f_jvp
// FORWARD-DAG:     neo.scatter_add [i: 32, j: 8] %arg0[i, j] into [7 - j, %arg1[i]]
// FORWARD-DAG:     neo.scatter_add [i: 32, j: 8] %arg2[i, j] into [7 - j, %arg1[i]]
func.func @f(%Y: tensor<32x8xf32>, %I: tensor<32xi32>) -> tensor<8x100xf32> {
  %0 = neo.scatter_add [i: 32, j: 8] %Y[i, j] into [7 - j, %I[i]]
     : (tensor<32x8xf32>, tensor<32xi32>) -> tensor<8x100xf32>
  return %0 : tensor<8x100xf32>
}
