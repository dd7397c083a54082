// RUN: neo-opt --neo-autodiff %s | FileCheck %s
// RUN: neo-opt --neo-autodiff=mode=forward %s | FileCheck %s --check-prefix=FORWARD

// Of x * stop(x) only the first factor is differentiated. The operator stays in
// the derivative, so that derivatives of that one stop there too.

func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
  %c = neo.stop_gradient %x : tensor<3xf32>
  %y = neo.compute [i: 3] %x[i], %c[i]
     : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %y : tensor<3xf32>
}

// CHECK-LABEL: func.func @f_vjp(
// CHECK-SAME:    %[[X:.*]]: tensor<3xf32>, %[[G:.*]]: tensor<3xf32>)
// CHECK-NEXT:    %[[C:.*]] = neo.stop_gradient %[[X]]
// CHECK-NEXT:    %[[D:.*]] = neo.compute [i: 3] %[[C]][i], %[[G]][i]
// CHECK-NOT:     neo.compute
// CHECK:         return %[[D]]

// FORWARD-LABEL: func.func @f_jvp(
// FORWARD-SAME:    %[[X:.*]]: tensor<3xf32>, %[[T:.*]]: tensor<3xf32>)
// FORWARD-NEXT:    %[[C:.*]] = neo.stop_gradient %[[X]]
// FORWARD-NEXT:    neo.compute [i: 3] %[[X]][i], %[[C]][i]
// FORWARD:         neo.compute [i: 3] %[[C]][i], %[[T]][i]
