// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-running-sums{start=0}))' %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-running-sums{start=0}))" %s

// A sum over all k < j <= i is a running sum of products with a running sum;
// over all pairs k < j it is a sum of such products. A condition of the
// element's factors stays with them.

func.func @f(%a: tensor<150xf64>, %b: tensor<2x150xf64>) -> (tensor<2x150xf64>, tensor<2xf64>) {
  %0 = neo.compute [p: 2, i: 150] sum [k: 150, j: 150] %a[k], %b[p, j]
         where (k < j, j <= i) : (tensor<150xf64>, tensor<2x150xf64>) -> tensor<2x150xf64> {
  ^bb0(%x: f64, %y: f64):
    %q = arith.mulf %x, %y : f64
    neo.yield %q : f64
  }
  %1 = neo.compute [p: 2] sum [k: 150, j: 150] %b[p, k], %b[p, j]
         where (k < j, j >= 3) : (tensor<2x150xf64>, tensor<2x150xf64>) -> tensor<2xf64> {
  ^bb0(%x: f64, %y: f64):
    %q = arith.mulf %x, %y : f64
    neo.yield %q : f64
  }
  return %0, %1 : tensor<2x150xf64>, tensor<2xf64>
}

// CHECK-NOT:  150, {{.*}}: 150]
// CHECK:      sum [r0: 8]
// CHECK:      sum [r0: 8]
// CHECK:      neo.compute [p: 2, i: 150]
// CHECK:      neo.compute [p: 2] sum [
