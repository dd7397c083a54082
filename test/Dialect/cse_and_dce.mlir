// RUN: neo-opt %s --cse --canonicalize | FileCheck %s

// Operators are pure: equal ones merge, unused ones go. Loop names are text,
// not meaning, but do keep operators apart.
// CHECK-LABEL: func.func @equal
// CHECK-COUNT-1: neo.compute [i: 4]
// CHECK-NOT: neo.compute
func.func @equal(%A: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = neo.compute [i: 4] %A[3 - i] : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %1 = neo.compute [i: 4] %A[3 - i] : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %2 = neo.compute [i: 4] %A[i] : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    %e = math.exp %a : f32
    neo.yield %e : f32
  }
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
