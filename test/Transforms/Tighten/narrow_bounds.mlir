// RUN: neo-opt --neo-tighten --canonicalize %s | FileCheck %s
// RUN: neo-run --entry=transposed --check-pipeline="builtin.module(func.func(neo-tighten))" --rtol=1e-12 %s
// RUN: neo-run --entry=band --check-pipeline="builtin.module(func.func(neo-tighten))" --rtol=1e-12 %s

// Between the bounds of an index lie few terms of a sum, which are all that is
// summed: of a transposed convolution over its input, and of a band.

// CHECK-LABEL: @transposed
// CHECK:       neo.compute [p: 9] sum [t0: 2] %{{.*}}[p + t0 - 1]
// CHECK-SAME:    [2 - 2 * t0] where
// CHECK:       neo.compute [p: 9] sum [t0: 2] %{{.*}}[p + t0 - 1]
// CHECK-SAME:    [3 - 2 * t0] where
func.func @transposed(%A: tensor<8xf64>, %W: tensor<4xf64>) -> tensor<18xf64> {
  %C = neo.compute [p: 18] sum [i: 8] %A[i],
         %W[p - 2 * i] if (p - 2 * i >= 0, p - 2 * i < 4) else 0.0
     : (tensor<8xf64>, tensor<4xf64>) -> tensor<18xf64> {
  ^bb0(%a: f64, %w: f64):
    %0 = arith.mulf %a, %w : f64
    neo.yield %0 : f64
  }
  return %C : tensor<18xf64>
}

// CHECK-LABEL: @band
// CHECK:       neo.compute [i: 12] sum [t0: 3] %{{.*}}[i, i + t0 - 1], %{{.*}}[i + t0 - 1] where
func.func @band(%A: tensor<12x12xf64>, %x: tensor<12xf64>) -> tensor<12xf64> {
  %C = neo.compute [i: 12] sum [j: 12] %A[i, j], %x[j]
         where (j - i + 1 >= 0, i - j + 1 >= 0)
     : (tensor<12x12xf64>, tensor<12xf64>) -> tensor<12xf64> {
  ^bb0(%a: f64, %b: f64):
    %0 = arith.mulf %a, %b : f64
    neo.yield %0 : f64
  }
  return %C : tensor<12xf64>
}
