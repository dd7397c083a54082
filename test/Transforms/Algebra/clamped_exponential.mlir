// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-stable-forms))' %s | FileCheck %s
// RUN: neo-run --entry=sigmoid --rtol=1e-12 --check-pipeline="builtin.module(func.func(neo-stable-forms))" %s
// RUN: neo-run --entry=falls_slowly --rtol=1e-12 --check-pipeline="builtin.module(func.func(neo-stable-forms))" %s
// RUN: neo-run --entry=softplus_and_derivative --rtol=1e-12 --check-pipeline="builtin.module(func.func(neo-stable-forms))" %s

// A sigmoid is 1 long before its exponential overflows. e / (1 + e^2) is not 0
// there: it takes exp(-|x|). So does a sigmoid of what a softplus is of, for
// both need one exponential then.

// CHECK-LABEL: func.func @sigmoid(
// CHECK:         %[[BEYOND:.*]] = arith.cmpf ogt, %[[X:.*]], %[[U:.*]] : f64
// CHECK:         %[[LEAST:.*]] = arith.select %[[BEYOND]], %[[U]], %[[X]]
// CHECK:         %[[E:.*]] = math.exp %[[LEAST]]
// CHECK:         %[[S:.*]] = arith.addf %[[E]]
// CHECK:         arith.divf %[[E]], %[[S]]
// CHECK-NEXT:    neo.yield
func.func @sigmoid(%x: tensor<9xf64>) -> tensor<9xf64> {
  %0 = neo.compute [i: 9] %x[i] : (tensor<9xf64>) -> tensor<9xf64> {
  ^bb0(%a: f64):
    %one = arith.constant 1.0 : f64
    %n = arith.negf %a : f64
    %e = math.exp %n : f64
    %s = arith.addf %one, %e : f64
    %d = arith.divf %one, %s : f64
    neo.yield %d : f64
  }
  return %0 : tensor<9xf64>
}

// CHECK-LABEL: func.func @falls_slowly(
// CHECK:         math.absf
// CHECK:         math.exp
func.func @falls_slowly(%x: tensor<9xf64>) -> tensor<9xf64> {
  %0 = neo.compute [i: 9] %x[i] : (tensor<9xf64>) -> tensor<9xf64> {
  ^bb0(%a: f64):
    %one = arith.constant 1.0 : f64
    %e = math.exp %a : f64
    %q = arith.mulf %e, %e : f64
    %s = arith.addf %one, %q : f64
    %d = arith.divf %e, %s : f64
    neo.yield %d : f64
  }
  return %0 : tensor<9xf64>
}

// CHECK-LABEL: func.func @softplus_and_derivative(
// CHECK:         math.absf
// CHECK:         math.log1p
// CHECK:         math.absf
// CHECK:         arith.divf
func.func @softplus_and_derivative(%x: tensor<9xf64>)
    -> (tensor<9xf64>, tensor<9xf64>) {
  %0 = neo.compute [i: 9] %x[i] : (tensor<9xf64>) -> tensor<9xf64> {
  ^bb0(%a: f64):
    %e = math.exp %a : f64
    %l = math.log1p %e : f64
    neo.yield %l : f64
  }
  %1 = neo.compute [i: 9] %x[i] : (tensor<9xf64>) -> tensor<9xf64> {
  ^bb0(%a: f64):
    %one = arith.constant 1.0 : f64
    %e = math.exp %a : f64
    %s = arith.addf %one, %e : f64
    %d = arith.divf %e, %s : f64
    neo.yield %d : f64
  }
  return %0, %1 : tensor<9xf64>, tensor<9xf64>
}
