// RUN: neo-opt --neo-autodiff=mode=forward %s | FileCheck %s

// A convolution whose input reads 1.5 outside: the tangent of a pad is 0, and
// the weights that meet only a pad still count.

func.func @f(%A: tensor<4xf32>, %W: tensor<3xf32>) -> tensor<4xf32> {
  %C = neo.compute [p: 4] sum [r: 3]
         %A[p + r - 1] if (p + r >= 1, p + r < 5) else 1.5, %W[r]
     : (tensor<4xf32>, tensor<3xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32, %w: f32):
    %0 = arith.mulf %a, %w : f32
    neo.yield %0 : f32
  }
  return %C : tensor<4xf32>
}

// CHECK-LABEL: func.func @f_jvp(
// CHECK-SAME:    %[[A:.*]]: tensor<4xf32>, %[[W:.*]]: tensor<3xf32>,
// CHECK-SAME:    %[[DA:.*]]: tensor<4xf32>, %[[DW:.*]]: tensor<3xf32>)
// CHECK:         neo.compute [p: 4] sum [r: 3]
// CHECK:         neo.compute [p: 4] sum [r: 3] %[[W]][r],
// CHECK-SAME:      %[[DA]][p + r - 1] if (p + r - 1 >= 0, p + r < 5) else 0.000000e+00
// CHECK:         neo.compute [p: 4] sum [r: 3]
// CHECK-SAME:      %[[A]][p + r - 1] if (p + r - 1 >= 0, p + r < 5) else 1.500000e+00
// CHECK-SAME:      %[[DW]][r]
