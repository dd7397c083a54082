// RUN: neo-opt --pass-pipeline="builtin.module(func.func(neo-stable-forms))" %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-stable-forms))" %s

// Exponentials that all elements of a sum read have no place for the maximum of each
// element: the sum is kept until they are part of it.

// CHECK-LABEL: func.func @f(
// CHECK-NOT:     max
// CHECK:         math.exp
// CHECK:         sum [j: 4]
// CHECK:         math.log
func.func @f(%x: tensor<4xf64>) -> tensor<3xf64> {
  %e = neo.compute [j: 4] %x[j] : (tensor<4xf64>) -> tensor<4xf64> {
  ^bb0(%a: f64):
    %0 = math.exp %a : f64
    neo.yield %0 : f64
  }
  %z = neo.compute [i: 3] sum [j: 4] %e[j] : (tensor<4xf64>) -> tensor<3xf64> {
  ^bb0(%a: f64):
    neo.yield %a : f64
  }
  %y = neo.compute [i: 3] %z[i] : (tensor<3xf64>) -> tensor<3xf64> {
  ^bb0(%a: f64):
    %0 = math.log %a : f64
    neo.yield %0 : f64
  }
  return %y : tensor<3xf64>
}
