// RUN: neo-opt --neo-stable-forms %s | FileCheck %s

// The gradient of a log-sum-exp with respect to the maximum that is subtracted
// and added is w of the addition, less the sum of w / z times exponentials, of
// which z is the sum: zero, although w is no sum.

// CHECK-LABEL: func.func @main(
// CHECK:         %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : tensor<5xf32>
// CHECK:         return %[[ZERO]]
func.func @main(%e: tensor<5x8xf32>, %w: tensor<5xf32>) -> tensor<5xf32> {
  %z = neo.compute [i: 5] sum [j: 8] %e[i, j] : (tensor<5x8xf32>) -> tensor<5xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %s = neo.compute [i: 5] sum [j: 8] %e[i, j], %w[i], %z[i]
     : (tensor<5x8xf32>, tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32> {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.divf %b, %c : f32
    %1 = arith.mulf %0, %a : f32
    %2 = arith.negf %1 : f32
    neo.yield %2 : f32
  }
  %g = neo.compute [i: 5] %w[i], %s[i] : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    neo.yield %0 : f32
  }
  return %g : tensor<5xf32>
}
