// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-sums-once{explain}),canonicalize,cse)' 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS < %t
// RUN: neo-run --rtol=1e-12 --entry=columns --check-pipeline="builtin.module(func.func(neo-sums-once))" %s
// RUN: neo-run --rtol=1e-12 --entry=pictures --check-pipeline="builtin.module(func.func(neo-sums-once))" %s

// One term says too little of a sum of more than 1024: the mean of one in 128
// takes its place, by the first term. Rows are taken evenly spread.

// SAYS: remark: sums of differences to the mean do not wait for it: they are of differences to the mean of some terms, 1 of them

// CHECK-LABEL: func.func @columns(
// CHECK-SAME:      %[[X:[^:]*]]: tensor<4096x3xf64>
// CHECK:         %[[S:.*]] = neo.compute [c: 3] sum [b: 32] %[[X]][128 * b, c], %[[X]][0, c]
// CHECK:         %[[P:.*]] = neo.compute [c: 3] %[[X]][0, c], %[[S]][c]
// CHECK:           constant 3.125000e-02
// CHECK-DAG:     neo.compute [c: 3] sum [b: 4096] %[[X]][b, c], %[[P]][c]
// CHECK-DAG:     neo.compute [c: 3] sum [b: 4096] %[[X]][b, c], %[[P]][c]
// CHECK-NOT:     sum [
// CHECK:         return
func.func @columns(%x: tensor<4096x3xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
  %m = neo.compute [c: 3] sum [b: 4096] %x[b, c]
     : (tensor<4096x3xf64>) -> tensor<3xf64> {
  ^bb0(%a: f64):
    %n = arith.constant 4096.0 : f64
    %0 = arith.divf %a, %n : f64
    neo.yield %0 : f64
  }
  %v = neo.compute [c: 3] sum [b: 4096] %x[b, c], %m[c]
     : (tensor<4096x3xf64>, tensor<3xf64>) -> tensor<3xf64> {
  ^bb0(%a: f64, %b: f64):
    %0 = arith.subf %a, %b : f64
    %1 = arith.mulf %0, %0 : f64
    neo.yield %1 : f64
  }
  return %m, %v : tensor<3xf64>, tensor<3xf64>
}

// Neighbours in memory are taken by sixteen, of every picture; the first one of
// what is computed becomes a tensor.

// SAYS: remark: sums of differences to the mean do not wait for it: they are of differences to the mean of some terms, 1 of them

// CHECK-LABEL: func.func @pictures(
// CHECK-SAME:      %[[X:[^:]*]]: tensor<3x2x700xf64>
// CHECK:         %[[F:.*]] = neo.compute [c: 2] %[[X]][0, c, 0]
// CHECK:         %[[S:.*]] = neo.compute [c: 2] sum [b: 2, p: 16] %[[X]][b, c, p], %[[F]][c]
// CHECK:         %[[P:.*]] = neo.compute [c: 2] %[[F]][c], %[[S]][c]
// CHECK-DAG:     neo.compute [c: 2] sum [b: 3, p: 700] %[[X]][b, c, p], %[[P]][c]
// CHECK-DAG:     neo.compute [c: 2] sum [b: 3, p: 700] %[[X]][b, c, p], %[[P]][c]
func.func @pictures(%x: tensor<3x2x700xf64>) -> tensor<2xf64> {
  %s = neo.compute [c: 2] sum [b: 3, p: 700] %x[b, c, p]
     : (tensor<3x2x700xf64>) -> tensor<2xf64> {
  ^bb0(%a: f64):
    %0 = math.absf %a : f64
    neo.yield %0 : f64
  }
  %v = neo.compute [c: 2] sum [b: 3, p: 700] %x[b, c, p], %s[c]
     : (tensor<3x2x700xf64>, tensor<2xf64>) -> tensor<2xf64> {
  ^bb0(%a: f64, %t: f64):
    %n = arith.constant 2100.0 : f64
    %0 = math.absf %a : f64
    %m = arith.divf %t, %n : f64
    %d = arith.subf %0, %m : f64
    %q = arith.mulf %d, %d : f64
    neo.yield %q : f64
  }
  return %v : tensor<2xf64>
}
