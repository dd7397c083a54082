// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-stable-forms))' %s | FileCheck %s
// RUN: neo-run --rtol=1e-12 --check-pipeline="builtin.module(func.func(neo-stable-forms))" %s

// Logarithms of exponentials: softplus, the logarithm of a sigmoid, nothing at
// all; and a square.

func.func @f(%x: tensor<9xf64>)
    -> (tensor<9xf64>, tensor<9xf64>, tensor<9xf64>, tensor<9xf64>) {
  %0 = neo.compute [i: 9] %x[i] : (tensor<9xf64>) -> tensor<9xf64> {
  ^bb0(%a: f64):
    %e = math.exp %a : f64
    %l = math.log1p %e : f64
    neo.yield %l : f64
  }
  %1 = neo.compute [i: 9] %x[i] : (tensor<9xf64>) -> tensor<9xf64> {
  ^bb0(%a: f64):
    %one = arith.constant 1.0 : f64
    %n = arith.negf %a : f64
    %e = math.exp %n : f64
    %s = arith.addf %one, %e : f64
    %d = arith.divf %one, %s : f64
    %l = math.log %d : f64
    neo.yield %l : f64
  }
  %2 = neo.compute [i: 9] %x[i] : (tensor<9xf64>) -> tensor<9xf64> {
  ^bb0(%a: f64):
    %e = math.exp %a : f64
    %l = math.log %e : f64
    neo.yield %l : f64
  }
  %3 = neo.compute [i: 9] %x[i] : (tensor<9xf64>) -> tensor<9xf64> {
  ^bb0(%a: f64):
    %two = arith.constant 2.0 : f64
    %p = math.powf %a, %two : f64
    neo.yield %p : f64
  }
  return %0, %1, %2, %3 : tensor<9xf64>, tensor<9xf64>, tensor<9xf64>, tensor<9xf64>
}

// CHECK-LABEL: func.func @f(
// CHECK:         math.absf
// CHECK:         math.exp
// CHECK:         arith.maximumf
// CHECK:         math.log1p
// CHECK:         arith.addf
// CHECK:         arith.minimumf
// CHECK:         math.log1p
// CHECK:         arith.subf
// CHECK:         neo.compute [i: 9] %{{.*}}[i]
// CHECK-NEXT:    ^bb0(%[[A:.*]]: f64):
// CHECK-NEXT:    neo.yield %[[A]]
// CHECK:         arith.mulf %[[B:.*]], %[[B]]
// CHECK-NOT:     powf
