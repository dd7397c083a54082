// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-stable-forms))' %s | FileCheck %s
// RUN: neo-run --rtol=1e-12 --check-pipeline="builtin.module(func.func(neo-stable-forms))" %s

// log(2 + exp(3x)): a line on either side of 0, and log1p of the smaller term;
// log(1 + e + e^2), where the logarithm is of what is left of the sum.

func.func @f(%x: tensor<9xf64>) -> (tensor<9xf64>, tensor<9xf64>) {
  %0 = neo.compute [i: 9] %x[i] : (tensor<9xf64>) -> tensor<9xf64> {
  ^bb0(%a: f64):
    %two = arith.constant 2.0 : f64
    %three = arith.constant 3.0 : f64
    %m = arith.mulf %a, %three : f64
    %e = math.exp %m : f64
    %s = arith.addf %two, %e : f64
    %l = math.log %s : f64
    neo.yield %l : f64
  }
  %1 = neo.compute [i: 9] %x[i] : (tensor<9xf64>) -> tensor<9xf64> {
  ^bb0(%a: f64):
    %e = math.exp %a : f64
    %q = arith.mulf %e, %e : f64
    %s = arith.addf %e, %q : f64
    %l = math.log1p %s : f64
    neo.yield %l : f64
  }
  return %0, %1 : tensor<9xf64>, tensor<9xf64>
}

// CHECK-LABEL: func.func @f(
// CHECK:         math.absf
// CHECK:         %[[T:.*]] = math.exp
// CHECK:         arith.cmpf ogt
// CHECK:         arith.select
// CHECK:         %[[LINE:.*]] = arith.select
// CHECK:         %[[CURVE:.*]] = math.log1p
// CHECK-NEXT:    arith.addf %[[LINE]], %[[CURVE]]
// CHECK:         arith.maximumf
// CHECK:         math.log %
// CHECK:         arith.addf
