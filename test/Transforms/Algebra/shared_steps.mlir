// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-order-products{explain=true}),canonicalize)' %s 2>&1 | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-order-products))" %s

// The three gradients of MTTKRP without its result. In the order of the program
// the second would reuse the cheap g * c of the first in a large sum of its own, and
// the third needs another. The sum of g * b over i serves both.

func.func @f(%b: tensor<16x20x24xf64>, %c: tensor<20x16xf64>, %d: tensor<24x16xf64>,
             %g: tensor<16x16xf64>)
    -> (tensor<16x20x24xf64>, tensor<20x16xf64>, tensor<24x16xf64>) {
  %db = neo.compute [i: 16, k: 20, l: 24] sum [j: 16] %g[i, j], %c[k, j], %d[l, j]
     : (tensor<16x16xf64>, tensor<20x16xf64>, tensor<24x16xf64>) -> tensor<16x20x24xf64> {
  ^bb0(%x: f64, %y: f64, %z: f64):
    %p = arith.mulf %x, %y : f64
    %q = arith.mulf %p, %z : f64
    neo.yield %q : f64
  }
  %dc = neo.compute [k: 20, j: 16] sum [i: 16, l: 24] %g[i, j], %b[i, k, l], %d[l, j]
     : (tensor<16x16xf64>, tensor<16x20x24xf64>, tensor<24x16xf64>) -> tensor<20x16xf64> {
  ^bb0(%x: f64, %y: f64, %z: f64):
    %p = arith.mulf %x, %y : f64
    %q = arith.mulf %p, %z : f64
    neo.yield %q : f64
  }
  %dd = neo.compute [l: 24, j: 16] sum [i: 16, k: 20] %g[i, j], %b[i, k, l], %c[k, j]
     : (tensor<16x16xf64>, tensor<16x20x24xf64>, tensor<20x16xf64>) -> tensor<24x16xf64> {
  ^bb0(%x: f64, %y: f64, %z: f64):
    %p = arith.mulf %x, %y : f64
    %q = arith.mulf %p, %z : f64
    neo.yield %q : f64
  }
  return %db, %dc, %dd : tensor<16x20x24xf64>, tensor<20x16xf64>, tensor<24x16xf64>
}

// CHECK:         remark: a step of it is computed first, for 2 products
// CHECK-LABEL: func.func @f(
// CHECK:         %[[X:.*]] = neo.compute [{{[klj:0-9, ]*}}] sum [i: 16] %{{.*}}, %{{.*}}
// CHECK:         neo.compute [k: 20, j: 16] sum [l: 24] {{.*}}%[[X]]
// CHECK:         neo.compute [l: 24, j: 16] sum [k: 20] {{.*}}%[[X]]
