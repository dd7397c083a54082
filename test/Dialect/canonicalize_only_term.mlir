// RUN: neo-opt %s --canonicalize | FileCheck %s
// RUN: neo-run --entry=masked --check-pipeline="builtin.module(func.func(canonicalize))" %s

// A sum over no loops has one term, which reads that have its guard give.
// CHECK-LABEL: func.func @masked
// CHECK: neo.compute [i: 4] %arg0[i] if (i < 2) else 0.000000e+00, %arg1[i] if (i < 3, i < 2) else 0.000000e+00 :
func.func @masked(%A: tensor<4xf32>, %B: tensor<3xf32>) -> tensor<4xf32> {
  %0 = neo.compute [i: 4] sum [] %A[i] if (i < 2) else 0.0,
         %B[i] if (i < 3, i < 2) else 0.0 where (i < 2)
     : (tensor<4xf32>, tensor<3xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32, %b: f32):
    %1 = arith.mulf %a, %b : f32
    neo.yield %1 : f32
  }
  return %0 : tensor<4xf32>
}

// Not where zeros give something else, 1 / 0 here.
// CHECK-LABEL: func.func @reciprocal
// CHECK: sum [] %arg0[i] if (i < 2) else 0.000000e+00 where (i < 2)
func.func @reciprocal(%A: tensor<4xf32>) -> tensor<4xf32> {
  %0 = neo.compute [i: 4] sum [] %A[i] if (i < 2) else 0.0 where (i < 2)
     : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    %one = arith.constant 1.0 : f32
    %1 = arith.divf %one, %a : f32
    neo.yield %1 : f32
  }
  return %0 : tensor<4xf32>
}

// Nor where a read has another pad, or no guard.
// CHECK-LABEL: func.func @padded
// CHECK: sum [] %arg0[i] if (i < 2) else 1.000000e+00, %arg1[i] where (i < 2)
func.func @padded(%A: tensor<3xf32>, %B: tensor<4xf32>) -> tensor<4xf32> {
  %0 = neo.compute [i: 4] sum [] %A[i] if (i < 2) else 1.0, %B[i] where (i < 2)
     : (tensor<3xf32>, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32, %b: f32):
    %1 = arith.mulf %a, %b : f32
    neo.yield %1 : f32
  }
  return %0 : tensor<4xf32>
}
