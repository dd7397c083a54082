// RUN: neo-opt %s --canonicalize | FileCheck %s
// RUN: neo-run %s --entry=unused --check-pipeline="builtin.module(canonicalize)"
// RUN: neo-run %s --entry=twice --check-pipeline="builtin.module(canonicalize)"

// CHECK-LABEL: func.func @unused
// CHECK: neo.compute [i: 4] %arg0[i] : (tensor<4xf32>)
func.func @unused(%A: tensor<4xf32>, %B: tensor<4xf32>) -> tensor<4xf32> {
  %0 = neo.compute [i: 4] %B[i], %A[i] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%b: f32, %a: f32):
    %c = arith.addf %a, %a : f32
    neo.yield %c : f32
  }
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @twice
// CHECK: neo.compute [i: 4] %arg0[i], %arg0[3 - i] : (tensor<4xf32>, tensor<4xf32>)
// CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32):
// CHECK-NEXT: arith.mulf %[[A]], %[[A]]
func.func @twice(%A: tensor<4xf32>) -> tensor<4xf32> {
  %0 = neo.compute [i: 4] %A[i], %A[i], %A[3 - i]
     : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %d = arith.mulf %a, %b : f32
    %e = arith.subf %d, %c : f32
    neo.yield %e : f32
  }
  return %0 : tensor<4xf32>
}
