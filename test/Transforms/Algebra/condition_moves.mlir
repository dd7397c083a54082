// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-order-products{start=0}))' %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-order-products{start=0}))" %s

// A condition on terms goes to the first step that has its loops; no loop of it
// is summed before.

func.func @f(%a: tensor<6x8xf64>, %b: tensor<8x9xf64>, %c: tensor<9x5xf64>)
    -> tensor<6x5xf64> {
  %0 = neo.compute [i: 6, j: 5] sum [k: 8, l: 9]
         %a[i, k], %b[k, l], %c[l, j] where (l >= k)
     : (tensor<6x8xf64>, tensor<8x9xf64>, tensor<9x5xf64>) -> tensor<6x5xf64> {
  ^bb0(%x: f64, %y: f64, %z: f64):
    %p = arith.mulf %x, %y : f64
    %q = arith.mulf %p, %z : f64
    neo.yield %q : f64
  }
  return %0 : tensor<6x5xf64>
}

// CHECK-LABEL: func.func @f(
// CHECK:         %[[T:.*]] = neo.compute {{.*}} where (l - k >= 0)
// CHECK-NOT:     where
// CHECK:         neo.compute [i: 6, j: 5] sum {{.*}}%[[T]]
