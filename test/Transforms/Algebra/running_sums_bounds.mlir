// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-running-sums{start=0}))' %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-running-sums{start=0}))" %s

// The last term of an element may stand at any expression of its loop: there
// may be more of them, in the other direction, or several elements for one.

func.func @f(%a: tensor<150xf64>) -> (tensor<150xf64>, tensor<150xf64>, tensor<600xf64>) {
  %back = neo.compute [i: 150] sum [k: 150] %a[k] where (i + k < 140)
     : (tensor<150xf64>) -> tensor<150xf64> {
  ^bb0(%x: f64):
    neo.yield %x : f64
  }
  %twice = neo.compute [i: 150] sum [k: 150] %a[k] where (k >= 2 * i)
     : (tensor<150xf64>) -> tensor<150xf64> {
  ^bb0(%x: f64):
    neo.yield %x : f64
  }
  %several = neo.compute [i: 600] sum [k: 150] %a[k] where (k <= i floordiv 4)
     : (tensor<150xf64>) -> tensor<600xf64> {
  ^bb0(%x: f64):
    neo.yield %x : f64
  }
  return %back, %twice, %several : tensor<150xf64>, tensor<150xf64>, tensor<600xf64>
}

// CHECK:      neo.compute [i0: 19, i1: 8] sum [r0: 8] %arg0[8 * i0 + r0]
// CHECK:      neo.compute [i: 150]
// CHECK-SAME:   if (i < 140) else
// CHECK:      neo.compute [i0: 19, i1: 8] sum [r0: 8]
// CHECK:      neo.compute [i: 150]
// CHECK:      neo.compute [i0: 19, i1: 8] sum [r0: 8]
// CHECK:      neo.compute [i: 600]
