// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-sums-once{explain}),canonicalize,cse)' 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS < %t
// RUN: neo-run --rtol=1e-12 --entry=rows --check-pipeline="builtin.module(func.func(neo-sums-once))" %s
// RUN: neo-run --rtol=1e-12 --entry=columns --check-pipeline="builtin.module(func.func(neo-sums-once))" %s

// What a layer norm and its gradient sum waits for nothing: differences to the
// median of three numbers of a row take the place of those to its mean.

// SAYS: remark: sums of differences to the mean do not wait for it: they are of differences to the median of three terms, 2 of them

// CHECK-LABEL: func.func @rows(
// CHECK-SAME:      %[[X:[^:]*]]: tensor<4x6xf64>, %[[D:[^:]*]]: tensor<4x6xf64>
// CHECK:         %[[P:.*]] = neo.compute [i: 4] %[[X]][i, 0], %[[X]][i, 3], %[[X]][i, 5]
// CHECK-DAG:     %[[A:.*]] = neo.compute [i: 4] sum [j: 6] %[[X]][i, j], %[[P]][i]
// CHECK-DAG:     %[[M:.*]] = neo.compute [i: 4] %[[P]][i], %[[A]][i]
// CHECK-DAG:     %[[Q:.*]] = neo.compute [i: 4] sum [j: 6] %[[X]][i, j], %[[P]][i]
// CHECK-DAG:     %[[V:.*]] = neo.compute [i: 4] %[[Q]][i], %[[A]][i]
// CHECK-DAG:     %[[T:.*]] = neo.compute [i: 4] sum [j: 6] %[[D]][i, j], %[[X]][i, j], %[[P]][i]
// CHECK-DAG:     %[[B:.*]] = neo.compute [i: 4] sum [j: 6] %[[D]][i, j]
// CHECK-DAG:     %[[S:.*]] = neo.compute [i: 4] %[[V]][i], %[[T]][i], %[[A]][i], %[[B]][i]
// CHECK:         return %[[M]], %[[V]], %[[S]]
func.func @rows(%x: tensor<4x6xf64>, %d: tensor<4x6xf64>)
    -> (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) {
  %m = neo.compute [i: 4] sum [j: 6] %x[i, j]
     : (tensor<4x6xf64>) -> tensor<4xf64> {
  ^bb0(%a: f64):
    %n = arith.constant 6.0 : f64
    %0 = arith.divf %a, %n : f64
    neo.yield %0 : f64
  }
  %v = neo.compute [i: 4] sum [j: 6] %x[i, j], %m[i]
     : (tensor<4x6xf64>, tensor<4xf64>) -> tensor<4xf64> {
  ^bb0(%a: f64, %b: f64):
    %n = arith.constant 6.0 : f64
    %0 = arith.subf %a, %b : f64
    %1 = arith.mulf %0, %0 : f64
    %2 = arith.divf %1, %n : f64
    neo.yield %2 : f64
  }
  %s = neo.compute [i: 4] sum [j: 6] %x[i, j], %m[i], %v[i], %d[i, j]
     : (tensor<4x6xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4x6xf64>)
       -> tensor<4xf64> {
  ^bb0(%a: f64, %b: f64, %c: f64, %e: f64):
    %0 = arith.subf %b, %a : f64
    %1 = arith.mulf %e, %0 : f64
    %2 = arith.divf %1, %c : f64
    neo.yield %2 : f64
  }
  return %m, %v, %s : tensor<4xf64>, tensor<4xf64>, tensor<4xf64>
}

// Columns, of which the sum is divided by its readers; what is summed is
// computed, so that three of its rows become tensors.

// SAYS: remark: sums of differences to the mean do not wait for it: they are of differences to the median of three terms, 1 of them

// CHECK-LABEL: func.func @columns(
// CHECK:         neo.compute [c: 3] %{{.*}}[0, c], %{{.*}}[0, c]
// CHECK:         %[[F:.*]] = neo.compute [c: 3] %{{.*}}[c], %{{.*}}[c], %{{.*}}[c]
// CHECK:         sum [b: 5] %{{.*}}[b, c], %{{.*}}[b, c], %[[F]][c]
// CHECK:         sum [b: 5] %{{.*}}[b, c], %{{.*}}[b, c], %[[F]][c]
func.func @columns(%x: tensor<5x3xf64>, %y: tensor<5x3xf64>)
    -> (tensor<3xf64>, tensor<3xf64>) {
  %s = neo.compute [c: 3] sum [b: 5] %x[b, c], %y[b, c]
     : (tensor<5x3xf64>, tensor<5x3xf64>) -> tensor<3xf64> {
  ^bb0(%a: f64, %e: f64):
    %0 = arith.addf %a, %e : f64
    neo.yield %0 : f64
  }
  %v = neo.compute [c: 3] sum [b: 5] %x[b, c], %y[b, c], %s[c]
     : (tensor<5x3xf64>, tensor<5x3xf64>, tensor<3xf64>) -> tensor<3xf64> {
  ^bb0(%a: f64, %e: f64, %t: f64):
    %n = arith.constant 5.0 : f64
    %0 = arith.addf %a, %e : f64
    %m = arith.divf %t, %n : f64
    %1 = arith.subf %0, %m : f64
    %2 = arith.mulf %1, %1 : f64
    neo.yield %2 : f64
  }
  return %s, %v : tensor<3xf64>, tensor<3xf64>
}
