// RUN: neo-opt %s --canonicalize | FileCheck %s
// RUN: neo-run %s --check-pipeline="builtin.module(canonicalize)"

// A one-hot matrix in f64 that is rounded and scaled is one of two numbers of
// the type it ends in.

// CHECK-LABEL: func.func @f(
// CHECK-DAG:     %[[YES:.*]] = arith.constant -2.500000e-01 : f32
// CHECK-DAG:     %[[NO:.*]] = arith.constant -0.000000e+00 : f32
// CHECK:         %[[SAME:.*]] = arith.cmpi eq
// CHECK-NEXT:    arith.select %[[SAME]], %[[YES]], %[[NO]] : f32
// CHECK-NOT:     arith.truncf
func.func @f(%x: tensor<4xi32>) -> tensor<4x9xf32> {
  %0 = neo.compute [i: 4, j: 9] %x[i] : (tensor<4xi32>) -> tensor<4x9xf32> {
  ^bb0(%a: i32):
    %one = arith.constant 1.0 : f64
    %zero = arith.constant 0.0 : f64
    %k = arith.constant -0.25 : f32
    %n = neo.index 1 : index
    %j = arith.index_cast %n : index to i32
    %same = arith.cmpi eq, %a, %j : i32
    %1 = arith.select %same, %one, %zero : f64
    %2 = arith.truncf %1 : f64 to f32
    %3 = arith.mulf %2, %k : f32
    neo.yield %3 : f32
  }
  return %0 : tensor<4x9xf32>
}
