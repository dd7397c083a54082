// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-order-products{explain=true}))' %s 2>&1 | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-order-products))" %s

// A bilinear form is a matrix product and a short sum. The loop over k is
// summed first: l, along which W lies, is left for vectors.

func.func @f(%a: tensor<8x64xf64>, %w: tensor<8x64x32xf64>,
             %b: tensor<8x32xf64>) -> tensor<8x8xf64> {
  %o = neo.compute [n: 8, m: 8] sum [k: 64, l: 32]
         %a[n, k], %w[m, k, l], %b[n, l]
     : (tensor<8x64xf64>, tensor<8x64x32xf64>, tensor<8x32xf64>)
       -> tensor<8x8xf64> {
  ^bb0(%x: f64, %y: f64, %z: f64):
    %p = arith.mulf %x, %y : f64
    %q = arith.mulf %p, %z : f64
    neo.yield %q : f64
  }
  return %o : tensor<8x8xf64>
}

// CHECK:       remark: the product is computed by 2 operators in {{[0-9]+}} cycles, at once it takes {{[0-9]+}}
// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<8x64xf64>, %[[W:[^:]*]]: tensor<8x64x32xf64>, %[[B:[^:]*]]: tensor<8x32xf64>)
// CHECK:         %[[T:.*]] = neo.compute [n: 8, m: 8, l: 32] sum [k: 64]
// CHECK-SAME:      %[[A]][n, k], %[[W]][m, k, l]
// CHECK:         neo.compute [n: 8, m: 8] sum [l: 32] %[[T]][n, m, l], %[[B]][n, l]
