// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-running-sums{start=0}))' %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-running-sums{start=0}))" %s

// Factors of the element are taken out of a running sum first: of the result's
// loops, and with a summed loop of their own, as in the gradient of causal
// linear attention.

func.func @f(%a: tensor<200xf64>, %b: tensor<3x200xf64>, %s: tensor<150x4x3xf64>, %v: tensor<150x3xf64>)
    -> (tensor<3x200xf64>, tensor<150x4xf64>) {
  %0 = neo.compute [p: 3, i: 200] sum [k: 200] %a[k], %b[p, i] where (k <= i)
     : (tensor<200xf64>, tensor<3x200xf64>) -> tensor<3x200xf64> {
  ^bb0(%x: f64, %y: f64):
    %q = arith.mulf %x, %y : f64
    %n = arith.negf %q : f64
    neo.yield %n : f64
  }
  %1 = neo.compute [k: 150, c: 4] sum [i: 150, d: 3] %s[i, c, d], %v[k, d] where (i >= k)
     : (tensor<150x4x3xf64>, tensor<150x3xf64>) -> tensor<150x4xf64> {
  ^bb0(%x: f64, %y: f64):
    %q = arith.mulf %x, %y : f64
    neo.yield %q : f64
  }
  return %0, %1 : tensor<3x200xf64>, tensor<150x4xf64>
}

// CHECK:      neo.compute [i0: 25, i1: 8] sum [r0: 8] %arg0
// CHECK:      %[[S:.*]] = neo.compute [i0: 200]
// CHECK:      neo.compute [p: 3, i: 200] %[[S]][i], %arg1[p, i]
// CHECK:        arith.mulf
// CHECK:        arith.negf
// CHECK:      neo.compute [i0: 19, i1: 8, i2: 4, i3: 3] sum [r0: 8] %arg2
// CHECK:      %[[R:.*]] = neo.compute [i0: 150, i1: 4, i2: 3]
// CHECK:      neo.compute [k: 150, c: 4] sum [d: 3] %[[R]][k, c, d], %arg3[k, d]
