// RUN: neo-opt %s --convert-linalg-to-neo=strict | FileCheck %s

// A scalar that is an element at constant indices becomes an operand.
// CHECK-LABEL: func.func @choose
// CHECK: neo.compute [i0: 3, i1: 4] %arg0[0], %arg1[i0, i1], %arg2[i0, i1]
// CHECK: arith.select
// CHECK-NOT: tensor.extract
func.func @choose(%p: tensor<2xi1>, %A: tensor<3x4xf32>, %B: tensor<3x4xf32>)
    -> tensor<3x4xf32> {
  %c0 = arith.constant 0 : index
  %which = tensor.extract %p[%c0] : tensor<2xi1>
  %0 = arith.select %which, %A, %B : tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
