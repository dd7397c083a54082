// RUN: neo-opt --neo-autodiff %s | FileCheck %s
// RUN: neo-opt --neo-autodiff=mode=forward %s | FileCheck %s --check-prefix=FORWARD

// An argument marked neo.constant has neither gradient nor tangent in the
// function's own derivative. For a caller it is an argument like any other.

func.func private @f(%x: tensor<3xf32>, %w: tensor<3xf32> {neo.constant})
    -> tensor<3xf32> {
  %y = neo.compute [i: 3] %x[i], %w[i]
     : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %y : tensor<3xf32>
}
func.func @g(%w: tensor<3xf32> {neo.constant}, %x: tensor<3xf32>)
    -> tensor<3xf32> {
  %y = call @f(%w, %x) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// CHECK: func.func @g_vjp(%[[W:.*]]: tensor<3xf32>, %[[X:.*]]: tensor<3xf32>,
// CHECK-SAME: %[[G:.*]]: tensor<3xf32>) -> tensor<3xf32>
// CHECK: %[[D:.*]] = neo.compute [i: 3] %[[W]][i], %[[G]][i]
// CHECK: return %[[D]] :

// FORWARD: func.func @g_jvp(%[[W:.*]]: tensor<3xf32>, %[[X:.*]]: tensor<3xf32>,
// FORWARD-SAME: %[[T:.*]]: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
// FORWARD: neo.compute [i: 3] %[[W]][i], %[[X]][i]
// FORWARD: neo.compute [i: 3] %[[W]][i], %[[T]][i]
