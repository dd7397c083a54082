// RUN: neo-opt --neo-tighten --canonicalize %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-tighten))" --rtol=1e-12 %s

// Half of the terms exist. Even and odd elements become dense sums of their own.

func.func @f(%A: tensor<3x5xf64>, %W: tensor<3x4xf64>) -> tensor<10xf64> {
  %C = neo.compute [p: 10] sum [c: 3, r: 4]
         %A[c, (p + 1 - r) floordiv 2]
           if ((p + 1 - r) mod 2 == 0, (p + 1 - r) floordiv 2 >= 0,
               (p + 1 - r) floordiv 2 < 5) else 0.0,
         %W[c, r]
     : (tensor<3x5xf64>, tensor<3x4xf64>) -> tensor<10xf64> {
  ^bb0(%a: f64, %w: f64):
    %0 = arith.mulf %a, %w : f64
    neo.yield %0 : f64
  }
  return %C : tensor<10xf64>
}

// CHECK:      %[[E:.*]] = neo.compute [p: 5] sum [c: 3, t1: 2] %{{.*}}[c, p - t1]
// CHECK-SAME:   [c, 2 * t1 + 1]
// CHECK:      %[[O:.*]] = neo.compute [p: 5] sum [c: 3, t1: 2] %{{.*}}[c, p - t1 + 1]
// CHECK-SAME:   [c, 2 * t1] :
// CHECK:      neo.compute [i0: 10] %[[E]][i0 floordiv 2] if (i0 mod 2 == 0)
// CHECK-SAME:   %[[O]][i0 floordiv 2]
// CHECK:        arith.addf
