// RUN: neo-opt %s --canonicalize | FileCheck %s
// RUN: neo-run %s --entry=unused --check-pipeline="builtin.module(canonicalize)"
// RUN: neo-run %s --entry=twice --check-pipeline="builtin.module(canonicalize)"
// RUN: neo-run %s --entry=splat --check-pipeline="builtin.module(canonicalize)"
// RUN: neo-run %s --entry=padded_splat --check-pipeline="builtin.module(canonicalize)"

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

// CHECK-LABEL: func.func @splat
// CHECK: neo.compute [i: 4] %arg0[i] : (tensor<4xf32>)
// CHECK: %[[TWO:.*]] = arith.constant 2.000000e+00 : f32
// CHECK: arith.mulf %{{.*}}, %[[TWO]]
func.func @splat(%A: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant dense<2.0> : tensor<4xf32>
  %0 = neo.compute [i: 4] %A[i], %c[i] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32, %b: f32):
    %d = arith.mulf %a, %b : f32
    neo.yield %d : f32
  }
  return %0 : tensor<4xf32>
}

// A splat under a guard with another pad is not one number.
// CHECK-LABEL: func.func @padded_splat
// CHECK: if (i < 2) else 0.000000e+00
func.func @padded_splat(%A: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant dense<2.0> : tensor<4xf32>
  %0 = neo.compute [i: 4] %A[i], %c[i] if (i < 2) else 0.0
     : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32, %b: f32):
    %d = arith.mulf %a, %b : f32
    neo.yield %d : f32
  }
  return %0 : tensor<4xf32>
}

// What the operator does with ties stays.
// CHECK-LABEL: func.func @shared_ties
// CHECK: neo.compute [] max [i: 4] %arg0[i] {neo.ties = "shared"} : (tensor<4xf32>)
func.func @shared_ties(%A: tensor<4xf32>) -> tensor<f32> {
  %0 = neo.compute [] max [i: 4] %A[i], %A[i] {neo.ties = "shared"}
     : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %b : f32
    neo.yield %c : f32
  }
  return %0 : tensor<f32>
}
