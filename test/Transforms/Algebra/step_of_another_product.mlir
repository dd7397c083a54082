// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-order-products))' %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-order-products))" %s

// A product of a tensor with two matrices, and its gradient for one of these.
// Alone, the gradient would sum g * b over i first; what the product makes of b
// and d serves it as well, and one of the two large sums is left.

func.func @f(%b: tensor<16x16x64xf64>, %c: tensor<16x24xf64>, %d: tensor<64x24xf64>,
             %g: tensor<16x24xf64>) -> (tensor<16x24xf64>, tensor<16x24xf64>) {
  %a = neo.compute [i: 16, j: 24] sum [k: 16, l: 64] %b[i, k, l], %c[k, j], %d[l, j]
     : (tensor<16x16x64xf64>, tensor<16x24xf64>, tensor<64x24xf64>) -> tensor<16x24xf64> {
  ^bb0(%x: f64, %y: f64, %z: f64):
    %p = arith.mulf %x, %y : f64
    %q = arith.mulf %p, %z : f64
    neo.yield %q : f64
  }
  %dc = neo.compute [k: 16, j: 24] sum [i: 16, l: 64] %g[i, j], %b[i, k, l], %d[l, j]
     : (tensor<16x24xf64>, tensor<16x16x64xf64>, tensor<64x24xf64>) -> tensor<16x24xf64> {
  ^bb0(%x: f64, %y: f64, %z: f64):
    %p = arith.mulf %x, %y : f64
    %q = arith.mulf %p, %z : f64
    neo.yield %q : f64
  }
  return %a, %dc : tensor<16x24xf64>, tensor<16x24xf64>
}

// CHECK-LABEL: func.func @f(
// CHECK:         %[[T:.*]] = neo.compute [i: 16, k: 16, j: 24] sum [l: 64]
// CHECK:         neo.compute [i: 16, j: 24] sum [k: 16] {{.*}}%[[T]]
// CHECK:         neo.compute [k: 16, j: 24] sum [i: 16] {{.*}}%[[T]]
// CHECK-NOT:     neo.compute
