// RUN: neo-opt --neo-autodiff %s | FileCheck %s

// A guard of the operand becomes the adjoint's guard; one of another operand
// stays with its read, with its pad.

func.func @f(%A: tensor<4xf32>, %B: tensor<5xf32>) -> tensor<7xf32> {
  %C = neo.compute [i: 7]
         %A[i - 2] if (i >= 2, i < 6) else 1.0, %B[i] if (i < 5) else 2.0
     : (tensor<4xf32>, tensor<5xf32>) -> tensor<7xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<7xf32>
}

// CHECK-LABEL: func.func @f_vjp(
// CHECK-SAME:    %[[A:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<5xf32>,
// CHECK-SAME:    %[[G:.*]]: tensor<7xf32>)
// CHECK:         neo.compute [z0: 4] %[[B]][z0 + 2] if (z0 < 3)
// CHECK-SAME:      else 2.000000e+00, %[[G]][z0 + 2] :
// CHECK:         neo.compute [i: 5] %[[A]][i - 2] if (i - 2 >= 0)
// CHECK-SAME:      else 1.000000e+00, %[[G]][i] :
