// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-running-sums{start=0}))' %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-running-sums{start=0}))" %s

// The bound may be shifted, and be one from below: the gradient of a running
// sum counts from the end. Without a term an element is the identity. More
// elements than terms have all of them.

func.func @f(%a: tensor<150xf64>, %b: tensor<150x2xf64>)
    -> (tensor<150xf64>, tensor<2x150xf64>, tensor<180xf64>, tensor<90xf64>) {
  %before = neo.compute [i: 150] sum [k: 150] %a[k] where (k < i)
     : (tensor<150xf64>) -> tensor<150xf64> {
  ^bb0(%x: f64):
    neo.yield %x : f64
  }
  %from = neo.compute [p: 2, i: 150] sum [k: 150] %b[k, p] where (k >= i - 2)
     : (tensor<150x2xf64>) -> tensor<2x150xf64> {
  ^bb0(%x: f64):
    neo.yield %x : f64
  }
  %beyond = neo.compute [i: 180] sum [k: 150] %a[k] where (k <= i + 1)
     : (tensor<150xf64>) -> tensor<180xf64> {
  ^bb0(%x: f64):
    neo.yield %x : f64
  }
  %few = neo.compute [i: 90] sum [k: 150] %a[k] where (k >= i + 63)
     : (tensor<150xf64>) -> tensor<90xf64> {
  ^bb0(%x: f64):
    neo.yield %x : f64
  }
  return %before, %from, %beyond, %few
    : tensor<150xf64>, tensor<2x150xf64>, tensor<180xf64>, tensor<90xf64>
}

// CHECK:         %[[I:.*]] = neo.compute [i0: 19, i1: 8] sum [r0: 8] %arg0[8 * i0 + r0]
// CHECK:         neo.compute [i: 150]
// CHECK-SAME:      %[[I]][(i - 1) floordiv 8, (i - 1) mod 8] if (i - 1 >= 0) else 0.000000e+00
// CHECK:         neo.compute [i0: 2, i1: 19, i2: 8] sum [r0: 8] %arg1[{{.*}}149{{.*}}, i0]
// CHECK:         neo.compute [p: 2, i: 150]
// CHECK:         neo.compute [i0: 23, i1: 8] sum [r0: 8]
// CHECK:         neo.compute [i: 180]
// CHECK:         neo.compute [i: 90]
