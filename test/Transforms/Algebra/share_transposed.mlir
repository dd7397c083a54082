// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-share-computes{explain=true}),canonicalize)' %s 2>&1 | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-share-computes))" %s

// The same sum with other names, loops and factors in another order: the second
// is the first transposed, and its reader reads the first.

func.func @f(%b: tensor<8x16x32xf64>, %d: tensor<32x8xf64>, %g: tensor<8x8xf64>)
    -> (tensor<8x16x8xf64>, tensor<16x8xf64>) {
  %t = neo.compute [i: 8, k: 16, j: 8] sum [l: 32] %b[i, k, l], %d[l, j]
     : (tensor<8x16x32xf64>, tensor<32x8xf64>) -> tensor<8x16x8xf64> {
  ^bb0(%x: f64, %y: f64):
    %p = arith.mulf %x, %y : f64
    neo.yield %p : f64
  }
  %s = neo.compute [a: 16, b: 8, c: 8] sum [d: 32] %d[d, c], %b[b, a, d]
     : (tensor<32x8xf64>, tensor<8x16x32xf64>) -> tensor<16x8x8xf64> {
  ^bb0(%x: f64, %y: f64):
    %p = arith.mulf %x, %y : f64
    neo.yield %p : f64
  }
  %r = neo.compute [k: 16, j: 8] sum [i: 8] %s[k, i, j], %g[i, j]
     : (tensor<16x8x8xf64>, tensor<8x8xf64>) -> tensor<16x8xf64> {
  ^bb0(%x: f64, %y: f64):
    %p = arith.mulf %x, %y : f64
    neo.yield %p : f64
  }
  return %t, %r : tensor<8x16x8xf64>, tensor<16x8xf64>
}

// CHECK:       remark: it equals an earlier operator and is computed once, which saves {{[0-9]+}} cycles
// CHECK-LABEL: func.func @f(
// CHECK:         %[[T:.*]] = neo.compute [i: 8, k: 16, j: 8] sum [l: 32]
// CHECK-NOT:     sum [d: 32]
// CHECK:         neo.compute [k: 16, j: 8] sum [i: 8] %[[T]][i, k, j]
