// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-algebra),canonicalize)' %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-algebra))" %s

// Two gradients of one form. Alone, the first would stay whole: a tensor of
// g * c costs as much as it saves. The second needs that tensor anyway, so it
// moves up and both read it.

func.func @f(%b: tensor<16x16x16xf64>, %c: tensor<16x16xf64>, %d: tensor<16x16xf64>,
             %g: tensor<16x16xf64>) -> (tensor<16x16x16xf64>, tensor<16x16xf64>) {
  %db = neo.compute [i: 16, k: 16, l: 16] sum [j: 16] %c[k, j], %d[l, j], %g[i, j]
     : (tensor<16x16xf64>, tensor<16x16xf64>, tensor<16x16xf64>) -> tensor<16x16x16xf64> {
  ^bb0(%x: f64, %y: f64, %z: f64):
    %p = arith.mulf %z, %y : f64
    %q = arith.mulf %p, %x : f64
    neo.yield %q : f64
  }
  %dd = neo.compute [l: 16, j: 16] sum [i: 16, k: 16] %b[i, k, l], %c[k, j], %g[i, j]
     : (tensor<16x16x16xf64>, tensor<16x16xf64>, tensor<16x16xf64>) -> tensor<16x16xf64> {
  ^bb0(%x: f64, %y: f64, %z: f64):
    %p = arith.mulf %z, %x : f64
    %q = arith.mulf %p, %y : f64
    neo.yield %q : f64
  }
  return %db, %dd : tensor<16x16x16xf64>, tensor<16x16xf64>
}

// CHECK-LABEL: func.func @f(
// CHECK:         %[[U:.*]] = neo.compute [{{[ikj: 16,]*}}] %{{.*}}, %{{.*}}
// CHECK:         neo.compute [i: 16, k: 16, l: 16] sum [j: 16] {{.*}}%[[U]]
// CHECK:         neo.compute [l: 16, j: 16] sum [i: 16, k: 16] {{.*}}%[[U]]
// CHECK-NOT:     neo.compute
