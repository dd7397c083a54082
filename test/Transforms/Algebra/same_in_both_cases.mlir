// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-stable-forms))' %s | FileCheck %s
// RUN: neo-run --rtol=1e-12 --check-pipeline="builtin.module(func.func(neo-stable-forms))" %s

// A sigmoid that chooses its form by the sign of x is one function of exp(x),
// and its logarithm takes the form of one. Where the cases differ, they stay.

func.func @f(%x: tensor<9xf64>) -> (tensor<9xf64>, tensor<9xf64>) {
  %0 = neo.compute [i: 9] %x[i] : (tensor<9xf64>) -> tensor<9xf64> {
  ^bb0(%a: f64):
    %zero = arith.constant 0.0 : f64
    %one = arith.constant 1.0 : f64
    %right = arith.cmpf oge, %a, %zero : f64
    %n = arith.negf %a : f64
    %fall = arith.select %right, %n, %a : f64
    %t = math.exp %fall : f64
    %above = arith.select %right, %one, %t : f64
    %below = arith.addf %one, %t : f64
    %s = arith.divf %above, %below : f64
    %l = math.log %s : f64
    neo.yield %l : f64
  }
  %1 = neo.compute [i: 9] %x[i] : (tensor<9xf64>) -> tensor<9xf64> {
  ^bb0(%a: f64):
    %one = arith.constant 1.0 : f64
    %right = arith.cmpf oge, %a, %one : f64
    %t = math.exp %a : f64
    %s = arith.select %right, %one, %t : f64
    %l = math.log %s : f64
    neo.yield %l : f64
  }
  return %0, %1 : tensor<9xf64>, tensor<9xf64>
}

// CHECK-LABEL: func.func @f(
// CHECK-NOT:     select
// CHECK:         arith.minimumf
// CHECK:         math.log1p
// CHECK:         arith.subf
// CHECK-NEXT:    neo.yield
// CHECK:         %[[S:.*]] = arith.select
// CHECK-NEXT:    %[[L:.*]] = math.log %[[S]]
// CHECK-NEXT:    neo.yield %[[L]]
