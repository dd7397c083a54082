// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-algebra))' %s | FileCheck %s

// Functions that grow as their exponential does, quotients of two different
// exponentials, a difference of which little but roundings is left: all stay.

func.func @f(%x: tensor<9xf64>, %y: tensor<9xf64>)
    -> (tensor<9xf64>, tensor<9xf64>, tensor<9xf64>) {
  %0 = neo.compute [i: 9] %x[i] : (tensor<9xf64>) -> tensor<9xf64> {
  ^bb0(%a: f64):
    %one = arith.constant 1.0 : f64
    %e = math.exp %a : f64
    %s = arith.addf %one, %e : f64
    %q = arith.mulf %e, %e : f64
    %d = arith.divf %q, %s : f64
    neo.yield %d : f64
  }
  %1 = neo.compute [i: 9] %x[i], %y[i] : (tensor<9xf64>, tensor<9xf64>) -> tensor<9xf64> {
  ^bb0(%a: f64, %b: f64):
    %e = math.exp %a : f64
    %g = math.exp %b : f64
    %s = arith.addf %g, %e : f64
    %d = arith.divf %e, %s : f64
    neo.yield %d : f64
  }
  %2 = neo.compute [i: 9] %x[i] : (tensor<9xf64>) -> tensor<9xf64> {
  ^bb0(%a: f64):
    %c = arith.constant 0.3 : f64
    %e = math.exp %a : f64
    %n = arith.constant 0.29999999999999993 : f64
    %s = arith.addf %c, %e : f64
    %r = arith.subf %s, %n : f64
    %d = arith.divf %e, %r : f64
    neo.yield %d : f64
  }
  return %0, %1, %2 : tensor<9xf64>, tensor<9xf64>, tensor<9xf64>
}

// CHECK-LABEL: func.func @f(
// CHECK-NOT:     absf
// CHECK-NOT:     select
// CHECK:         return
