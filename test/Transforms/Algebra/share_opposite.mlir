// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-share-computes{explain=true}))' %s 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS < %t
// RUN: neo-run --entry=products --check-pipeline="builtin.module(func.func(neo-share-computes))" %s

// The gradients of b and c in a (b - c), the second in another order: one
// product and its negative.

// SAYS:     it is the negative of an earlier sum and computed from it
// SAYS-NOT: it is the negative

// CHECK-LABEL: func.func @products
// CHECK:       %[[FIRST:.*]] = neo.compute [k: 64, j: 64] sum [i: 64]
// CHECK:       %[[SECOND:.*]] = neo.compute [j: 64, k: 64] %[[FIRST]][k, j]
// CHECK-NEXT:  ^bb0(%[[X:.*]]: f64):
// CHECK-NEXT:    %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT:    arith.subf %[[ZERO]], %[[X]]
// CHECK:       return %[[FIRST]], %[[SECOND]]
func.func @products(%a: tensor<64x64xf64>, %g: tensor<64x64xf64>)
    -> (tensor<64x64xf64>, tensor<64x64xf64>) {
  %b = neo.compute [k: 64, j: 64] sum [i: 64] %a[i, k], %g[i, j]
     : (tensor<64x64xf64>, tensor<64x64xf64>) -> tensor<64x64xf64> {
  ^bb0(%x: f64, %y: f64):
    %p = arith.mulf %x, %y : f64
    %n = arith.negf %p : f64
    neo.yield %n : f64
  }
  %c = neo.compute [j: 64, k: 64] sum [i: 64] %g[i, j], %a[i, k]
     : (tensor<64x64xf64>, tensor<64x64xf64>) -> tensor<64x64xf64> {
  ^bb0(%y: f64, %x: f64):
    %p = arith.mulf %y, %x : f64
    neo.yield %p : f64
  }
  return %b, %c : tensor<64x64xf64>, tensor<64x64xf64>
}

// Maxima of negated terms are minima.

// CHECK-LABEL: func.func @maxima
// CHECK-COUNT-2: max [i: 64]
func.func @maxima(%a: tensor<64x64xf64>) -> (tensor<64xf64>, tensor<64xf64>) {
  %b = neo.compute [k: 64] max [i: 64] %a[i, k]
     : (tensor<64x64xf64>) -> tensor<64xf64> {
  ^bb0(%x: f64):
    neo.yield %x : f64
  }
  %c = neo.compute [k: 64] max [i: 64] %a[i, k]
     : (tensor<64x64xf64>) -> tensor<64xf64> {
  ^bb0(%x: f64):
    %n = arith.negf %x : f64
    neo.yield %n : f64
  }
  return %b, %c : tensor<64xf64>, tensor<64xf64>
}

// A product of halves is summed unrounded, its negative is rounded.

// CHECK-LABEL: func.func @halves
// CHECK-COUNT-2: sum [i: 64]
func.func @halves(%a: tensor<64x64xf16>) -> (tensor<64xf16>, tensor<64xf16>) {
  %b = neo.compute [k: 64] sum [i: 64] %a[i, k]
     : (tensor<64x64xf16>) -> tensor<64xf16> {
  ^bb0(%x: f16):
    %p = arith.mulf %x, %x : f16
    neo.yield %p : f16
  }
  %c = neo.compute [k: 64] sum [i: 64] %a[i, k]
     : (tensor<64x64xf16>) -> tensor<64xf16> {
  ^bb0(%x: f16):
    %p = arith.mulf %x, %x : f16
    %n = arith.negf %p : f16
    neo.yield %n : f16
  }
  return %b, %c : tensor<64xf16>, tensor<64xf16>
}
