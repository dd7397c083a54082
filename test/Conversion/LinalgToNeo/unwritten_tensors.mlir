// RUN: neo-opt %s --convert-linalg-to-neo=strict | FileCheck %s

// A tensor that nobody wrote is read as zeros, also where it leaves.
// CHECK-LABEL: func.func @unwritten
// CHECK-DAG: %[[Z:.*]] = arith.constant dense<0.0{{.*}}> : tensor<4xf32>
// CHECK-DAG: neo.compute [i0: 4] %arg0[i0] if (i0 < 2) else 0.0
// CHECK-NOT: tensor.empty
// CHECK: return %{{.*}}, %[[Z]]
func.func @unwritten(%A: tensor<2xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %empty = tensor.empty() : tensor<4xf32>
  %0 = tensor.insert_slice %A into %empty[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
  return %0, %empty : tensor<4xf32>, tensor<4xf32>
}
