// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-stable-forms),canonicalize)' %s | FileCheck %s
// RUN: neo-run --rtol=1e-12 --check-pipeline="builtin.module(func.func(neo-stable-forms))" %s
// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-stable-forms{strict}))' %s | FileCheck %s --check-prefix=STRICT

// The logarithm of a sum below the diagonal, whose exponents stand in its body:
// m + log(z), and the maximum is of the same terms.

func.func @f(%x: tensor<8x8xf64>, %b: tensor<8xf64>) -> tensor<8xf64> {
  %z = neo.compute [i: 8] sum [j: 8] %x[i, j], %b[j] where (i >= j)
     : (tensor<8x8xf64>, tensor<8xf64>) -> tensor<8xf64> {
  ^bb0(%a: f64, %c: f64):
    %0 = arith.mulf %a, %c : f64
    %1 = math.exp %0 : f64
    neo.yield %1 : f64
  }
  %l = neo.compute [i: 8] %z[i] : (tensor<8xf64>) -> tensor<8xf64> {
  ^bb0(%a: f64):
    %n = arith.constant 8.0 : f64
    %0 = arith.divf %a, %n : f64
    %1 = math.log %0 : f64
    neo.yield %1 : f64
  }
  return %l : tensor<8xf64>
}

// CHECK-LABEL: func.func @f(
// CHECK:         %[[T:.*]] = neo.compute [i: 8] max [j: 8] {{.*}} where (i - j >= 0)
// CHECK:           %[[P:.*]] = arith.mulf
// CHECK-NEXT:      neo.yield %[[P]]
// CHECK:         %[[M:.*]] = neo.compute [i: 8] %[[T]][i]
// CHECK:         %[[Z:.*]] = neo.compute [i: 8] sum [j: 8] {{.*}}, %[[M]][i] where
// CHECK:           arith.subf
// CHECK-NEXT:      math.exp
// CHECK:         neo.compute [i: 8] %[[Z]][i], %[[M]][i]
// CHECK-NEXT:    ^bb0(%[[A:.*]]: f64, %[[B:.*]]: f64):
// CHECK:           %[[L:.*]] = math.log
// CHECK-NEXT:      arith.addf %[[L]], %[[B]]

// STRICT-NOT:    max
