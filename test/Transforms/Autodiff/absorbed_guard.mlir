// RUN: neo-opt --neo-autodiff %s | FileCheck %s

// Where %L reads its padding the product vanishes, so the equality guard of %L
// removes the free loop of the gradient of %X.

func.func @f(%L: tensor<6xf32>, %X: tensor<6xf32>) -> tensor<6xf32> {
  %C = neo.compute [i: 6] sum [j: 6]
         %L[i] if (i == j) else 0.0, %X[j]
     : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%l: f32, %x: f32):
    %0 = arith.mulf %l, %x : f32
    neo.yield %0 : f32
  }
  return %C : tensor<6xf32>
}

// CHECK-LABEL: func.func @f_vjp(
// CHECK-SAME:    %[[L:.*]]: tensor<6xf32>, %[[X:.*]]: tensor<6xf32>,
// CHECK-SAME:    %[[G:.*]]: tensor<6xf32>)
// CHECK:         neo.compute [{{[a-z0-9]+}}: 6] %[[X]]
// CHECK:         neo.compute [{{[a-z0-9]+}}: 6] %[[L]][[[J:[a-z0-9]+]]], %[[G]][[[J]]] :
