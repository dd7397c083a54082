// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-split-reductions))' %s | FileCheck %s
// RUN: neo-run --entry=mean --check-pipeline="builtin.module(func.func(neo-split-reductions))" %s
// RUN: neo-run --entry=prime --check-pipeline="builtin.module(func.func(neo-split-reductions))" %s

// The outer part of the first loop that is long enough becomes one of partial
// sums, in guards and bodies, too.
// CHECK-LABEL: func.func @mean
// CHECK: %[[T:.*]] = neo.compute [k: 2, j_outer: 25] sum [i: 2, j: 10240]
// CHECK-SAME: %arg0[i, 10240 * j_outer + j] if (10240 * j_outer + j - 100 >= 0) else 1.000000e+00 where (10240 * j_outer + i + j - 9 >= 0)
// CHECK: neo.index 1
// CHECK: neo.compute [i0: 2] sum [r0: 25] %[[T]][i0, r0]
func.func @mean(%x: tensor<2x256000xf64>) -> tensor<2xf64> {
  %0 = neo.compute [k: 2] sum [i: 2, j: 256000]
         %x[i, j] if (j >= 100) else 1.0 where (i + j >= 9)
     : (tensor<2x256000xf64>) -> tensor<2xf64> {
  ^bb0(%a: f64):
    %j = neo.index 2 : index
    %c = arith.index_cast %j : index to i64
    %n = arith.sitofp %c : i64 to f64
    %p = arith.mulf %a, %n : f64
    neo.yield %p : f64
  }
  return %0 : tensor<2xf64>
}

// What no part divides is reduced apart.
// CHECK-LABEL: func.func @prime
// CHECK: %[[T:.*]] = neo.compute [i_outer: 16] max [i: 16384] %arg0[16384 * i_outer + i]
// CHECK: %[[S:.*]] = neo.compute [] max [r0: 16] %[[T]][r0]
// CHECK: %[[R:.*]] = neo.compute [] max [i: 3] %arg0[i + 262144]
// CHECK: neo.compute [] %[[S]][], %[[R]][]
// CHECK: arith.maximumf
func.func @prime(%x: tensor<262147xf32>) -> tensor<f32> {
  %0 = neo.compute [] max [i: 262147] %x[i] : (tensor<262147xf32>) -> tensor<f32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<f32>
}
