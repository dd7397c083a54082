// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-running-sums{start=0}))' %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-running-sums{start=0}))" %s

// What a condition asks of data stays in the body, and the terms of an extremum
// may be selected there, too.

func.func @f(%a: tensor<200xf64>, %b: tensor<200xi64>) -> (tensor<200xf64>, tensor<200xi64>) {
  %positive = neo.compute [i: 200] sum [k: 200] %a[k] : (tensor<200xf64>) -> tensor<200xf64> {
  ^bb0(%x: f64):
    %zero = arith.constant 0.0 : f64
    %i = neo.index 0 : index
    %k = neo.index 1 : index
    %before = arith.cmpi sle, %k, %i : index
    %counts = arith.cmpf ogt, %x, %zero : f64
    %both = arith.andi %counts, %before : i1
    %term = arith.select %both, %x, %zero : f64
    neo.yield %term : f64
  }
  %largest = neo.compute [i: 200] max [k: 200] %b[k] : (tensor<200xi64>) -> tensor<200xi64> {
  ^bb0(%x: i64):
    %least = arith.constant -9223372036854775808 : i64
    %i = neo.index 0 : index
    %k = neo.index 1 : index
    %after = arith.cmpi sge, %k, %i : index
    %double = arith.muli %x, %x : i64
    %term = arith.select %after, %double, %least : i64
    neo.yield %term : i64
  }
  return %positive, %largest : tensor<200xf64>, tensor<200xi64>
}

// CHECK:      neo.compute [i0: 25, i1: 8] sum [r0: 8]
// CHECK-NOT:    arith.cmpi
// CHECK:        arith.cmpf ogt
// CHECK:        arith.select
// CHECK:      neo.compute [i: 200]
// CHECK:      neo.compute [i0: 25, i1: 8] max [r0: 8]
// CHECK-NOT:    arith.select
// CHECK:        arith.muli
// CHECK:      neo.compute [i: 200]
// CHECK:        arith.maxsi
