// RUN: neo-opt --neo-stable-forms %s | FileCheck %s

// The deviations sum to 0, so nothing reads the sum of exponentials any longer
// when it would be shifted.

// CHECK-LABEL: func.func @main
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : tensor<5xf64>
// CHECK-NEXT: return %[[ZERO]]
func.func @main(%s: tensor<5xf64>) -> tensor<5xf64> {
  %l = neo.compute [i: 5] sum [j: 1] %s[i] : (tensor<5xf64>) -> tensor<5xf64> {
  ^bb0(%a: f64):
    %e = math.exp %a : f64
    neo.yield %e : f64
  }
  %g = neo.compute [i: 5, j: 1] %l[i] : (tensor<5xf64>) -> tensor<5x1xf64> {
  ^bb0(%a: f64):
    %0 = math.log %a : f64
    neo.yield %0 : f64
  }
  %m = neo.compute [i: 5] sum [j: 1] %g[i, j]
      : (tensor<5x1xf64>) -> tensor<5xf64> {
  ^bb0(%a: f64):
    neo.yield %a : f64
  }
  %v = neo.compute [i: 5] sum [j: 1] %g[i, j], %m[i]
      : (tensor<5x1xf64>, tensor<5xf64>) -> tensor<5xf64> {
  ^bb0(%a: f64, %b: f64):
    %0 = arith.subf %a, %b : f64
    %1 = arith.mulf %0, %0 : f64
    neo.yield %1 : f64
  }
  return %v : tensor<5xf64>
}
