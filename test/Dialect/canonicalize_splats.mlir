// RUN: neo-opt %s --canonicalize | FileCheck %s
// RUN: neo-run %s --entry=splat --check-pipeline="builtin.module(canonicalize)"
// RUN: neo-run %s --entry=padded_splat --check-pipeline="builtin.module(canonicalize)"

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
