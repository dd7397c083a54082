// RUN: neo-opt --neo-autodiff %s | FileCheck %s

// What is broadcast forward is summed backward; what needs no operand reads
// none.

func.func @bias(%A: tensor<3x4xf32>, %B: tensor<4xf32>) -> tensor<3x4xf32> {
  %C = neo.compute [n: 3, c: 4] %A[n, c], %B[c]
     : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @bias_vjp(
// CHECK-SAME:    %[[G:[a-z0-9]+]]: tensor<3x4xf32>) ->
// CHECK-NEXT:    neo.compute [n: 3, c: 4] %[[G]][n, c] :
// CHECK-NEXT:    ^bb0(%[[g:.*]]: f32):
// CHECK-NEXT:      neo.yield %[[g]]
// CHECK:         neo.compute [c: 4] sum [n: 3] %[[G]][n, c] :
// CHECK-NEXT:    ^bb0(%[[h:.*]]: f32):
// CHECK-NEXT:      neo.yield %[[h]]
