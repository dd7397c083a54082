// RUN: neo-opt --neo-autodiff %s | FileCheck %s
// RUN: neo-opt --neo-autodiff %s | neo-run --entry=check - | FileCheck %s --check-prefix=VALUE

// h = h * x[t] over three steps. The forward loop keeps the states; the loop back
// walks from the last step to the first and knows that W is no operand.

func.func @power(%h: tensor<f32>, %x: tensor<3xf32>) -> tensor<f32> {
  %0 = neo.scan @step steps 3 carry(%h) over(%x)
     : (tensor<f32>, tensor<3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @step(%h: tensor<f32>, %x: tensor<f32>) -> tensor<f32> {
  %0 = neo.compute [] %h[], %x[] : (tensor<f32>, tensor<f32>) -> tensor<f32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %0 : tensor<f32>
}
func.func private @power_vjp(tensor<f32>, tensor<3xf32>, tensor<f32>)
    -> (tensor<f32>, tensor<3xf32>)

// CHECK-LABEL: func.func private @power_vjp(
// CHECK-SAME:      %[[H:.*]]: tensor<f32>, %[[X:.*]]: tensor<3xf32>, %[[G:.*]]: tensor<f32>)
// CHECK:         %[[S:.*]]:2 = neo.scan @step_saving steps 3 carry(%[[H]]) over(%[[X]])
// CHECK:         %[[D:.*]]:2 = neo.scan @step_back steps 3 reverse carry(%[[G]]) over(%[[X]], %[[S]]#1)
// CHECK:         return %[[D]]#0, %[[D]]#1

// d(h x0 x1 x2) at h = 2, x = 3, 4, 5
// VALUE: result #0: tensor<f32> 60
// VALUE: result #1: tensor<3xf32> [40, 30, 24]
func.func @check() -> (tensor<f32>, tensor<3xf32>) {
  %h = arith.constant dense<2.0> : tensor<f32>
  %x = arith.constant dense<[3.0, 4.0, 5.0]> : tensor<3xf32>
  %g = arith.constant dense<1.0> : tensor<f32>
  %d:2 = func.call @power_vjp(%h, %x, %g)
     : (tensor<f32>, tensor<3xf32>, tensor<f32>) -> (tensor<f32>, tensor<3xf32>)
  return %d#0, %d#1 : tensor<f32>, tensor<3xf32>
}
