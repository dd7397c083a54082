// RUN: neo-opt --neo-pack %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-pack))" %s

// No loop of the result is contiguous in an operand: %B is copied into panels
// of 64 rows, in which j is.

func.func @f(%A: tensor<64x64xf32>, %B: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %C = neo.compute [i: 64, j: 64] sum [k: 64] %A[i, k], %B[j, k]
     : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// CHECK-LABEL: func.func @f(
// CHECK:         %[[P:.*]] = neo.compute
// CHECK-SAME:      -> tensor<1x64x64xf32>
// CHECK:         neo.compute [i: 64, j: 64] sum [k: 64]
// CHECK-SAME:      %[[P]][{{.*}} floordiv 64, k, {{.*}} mod 64]
