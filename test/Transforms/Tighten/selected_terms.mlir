// RUN: neo-opt --neo-tighten --canonicalize %s | FileCheck %s
// RUN: neo-run --entry=diagonal --check-pipeline="builtin.module(func.func(neo-tighten))" --rtol=1e-12 %s
// RUN: neo-run --entry=factor --check-pipeline="builtin.module(func.func(neo-tighten))" --rtol=1e-12 %s

// The condition of a term may stand in the body: as a select of the term, or as
// a factor that is 0. What bounds the steps of a wide sum becomes its `where`.

// CHECK-LABEL: @diagonal
// CHECK:       neo.compute [i: 12] %{{.*}}[i, i] :
func.func @diagonal(%x: tensor<12x12xf64>) -> tensor<12xf64> {
  %y = neo.compute [i: 12] sum [j: 12] %x[i, j]
     : (tensor<12x12xf64>) -> tensor<12xf64> {
  ^bb0(%a: f64):
    %i = neo.index 0 : index
    %j = neo.index 1 : index
    %same = arith.cmpi eq, %i, %j : index
    %zero = arith.constant 0.0 : f64
    %term = arith.select %same, %a, %zero : f64
    neo.yield %term : f64
  }
  return %y : tensor<12xf64>
}

// CHECK-LABEL: @factor
// CHECK:       neo.compute [i: 12] sum [t0: 2] %{{.*}}[i + t0] where
func.func @factor(%x: tensor<12xf64>) -> tensor<12xf64> {
  %y = neo.compute [i: 12] sum [j: 12] %x[j] : (tensor<12xf64>) -> tensor<12xf64> {
  ^bb0(%a: f64):
    %i = neo.index 0 : index
    %j = neo.index 1 : index
    %apart = arith.subi %j, %i : index
    %two = arith.constant 2 : index
    %zero = arith.constant 0 : index
    %before = arith.cmpi slt, %apart, %zero : index
    %behind = arith.cmpi sge, %apart, %two : index
    %outside = arith.ori %before, %behind : i1
    %none = arith.constant 0.0 : f64
    %half = arith.constant 0.5 : f64
    %factor = arith.select %outside, %none, %half : f64
    %term = arith.mulf %factor, %a : f64
    neo.yield %term : f64
  }
  return %y : tensor<12xf64>
}

// CHECK-LABEL: @triangle
// CHECK:       sum [j: 12] %{{.*}}[j] where (i - j >= 0) :
// CHECK-NOT:     arith.select
func.func @triangle(%x: tensor<12xf64>) -> tensor<12xf64> {
  %y = neo.compute [i: 12] sum [j: 12] %x[j] : (tensor<12xf64>) -> tensor<12xf64> {
  ^bb0(%a: f64):
    %i = neo.index 0 : index
    %j = neo.index 1 : index
    %below = arith.cmpi sle, %j, %i : index
    %none = arith.constant 0.0 : f64
    %term = arith.select %below, %a, %none : f64
    neo.yield %term : f64
  }
  return %y : tensor<12xf64>
}
