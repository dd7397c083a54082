// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-order-products{explain=true}),canonicalize)' %s 2>&1 | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-order-products))" %s

// The sum over i of three factors serves both gradients. It is itself computed by two
// operators, and found by the second gradient all the same.

func.func @f(%b: tensor<16x20x24xf64>, %c: tensor<20x16xf64>, %d: tensor<24x16xf64>,
             %g: tensor<16x16xf64>, %w: tensor<16x24xf64>)
    -> (tensor<20x16xf64>, tensor<24x16xf64>) {
  %dc = neo.compute [k: 20, j: 16] sum [i: 16, l: 24] %g[i, j], %b[i, k, l], %d[l, j], %w[i, l]
     : (tensor<16x16xf64>, tensor<16x20x24xf64>, tensor<24x16xf64>, tensor<16x24xf64>) -> tensor<20x16xf64> {
  ^bb0(%x: f64, %y: f64, %z: f64, %u: f64):
    %p = arith.mulf %x, %y : f64
    %q = arith.mulf %p, %z : f64
    %r = arith.mulf %q, %u : f64
    neo.yield %r : f64
  }
  %dd = neo.compute [l: 24, j: 16] sum [i: 16, k: 20] %g[i, j], %b[i, k, l], %c[k, j], %w[i, l]
     : (tensor<16x16xf64>, tensor<16x20x24xf64>, tensor<20x16xf64>, tensor<16x24xf64>) -> tensor<24x16xf64> {
  ^bb0(%x: f64, %y: f64, %z: f64, %u: f64):
    %p = arith.mulf %x, %y : f64
    %q = arith.mulf %p, %z : f64
    %r = arith.mulf %q, %u : f64
    neo.yield %r : f64
  }
  return %dc, %dd : tensor<20x16xf64>, tensor<24x16xf64>
}

// CHECK:         remark: a step of it is computed first, for 2 products
// CHECK-LABEL: func.func @f(
// CHECK:         %[[X:.*]] = neo.compute [{{[klj:0-9, ]*}}] sum [i: 16]
// CHECK-NOT:     sum [i: 16
// CHECK:         neo.compute [k: 20, j: 16] sum [l: 24] {{.*}}%[[X]]
// CHECK-NOT:     sum [i: 16
// CHECK:         neo.compute [l: 24, j: 16] sum [k: 20] {{.*}}%[[X]]
