// RUN: neo-opt --neo-autodiff %s | FileCheck %s

// A term outside 'where' has no gradient: the guard holds for every operand.

func.func @causal(%A: tensor<6xf32>) -> tensor<6xf32> {
  %C = neo.compute [i: 6] sum [j: 6] %A[j] where (i >= j)
     : (tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %C : tensor<6xf32>
}

// CHECK-LABEL: func.func @causal_vjp(
// CHECK-SAME:    %[[G:[a-z0-9]+]]: tensor<6xf32>) ->
// CHECK:         neo.compute [j: 6] sum [i: 6] %[[G]][i] where (i - j >= 0) :
