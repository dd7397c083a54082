// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-bubble-up-gathers{explain}))' 2>&1 | FileCheck %s

// Kept: a table that is computed once and read more often than it is long, a
// body that asks for the integer, and integers that would not be checked.

// CHECK-NOT: remark
// CHECK-LABEL: func.func @table(
// CHECK:         neo.gather [i: 40] %{{[0-9]}}[
func.func @table(%x: tensor<9xf32>, %t: tensor<40xi64>) -> tensor<40xf32> {
  %0 = neo.compute [j: 9] %x[j] : (tensor<9xf32>) -> tensor<9xf32> {
  ^bb0(%a: f32):
    %1 = math.tanh %a : f32
    neo.yield %1 : f32
  }
  %1 = neo.gather [i: 40] %0[%t[i]] : (tensor<9xf32>, tensor<40xi64>) -> tensor<40xf32>
  return %1 : tensor<40xf32>
}

// CHECK-LABEL: func.func @position(
// CHECK:         neo.gather [i: 4] %{{[0-9]}}[
func.func @position(%x: tensor<9xi64>, %t: tensor<4xi64>) -> tensor<4xi64> {
  %0 = neo.compute [j: 9] %x[j] : (tensor<9xi64>) -> tensor<9xi64> {
  ^bb0(%a: i64):
    %n = neo.index 0 : index
    %i = arith.index_cast %n : index to i64
    %1 = arith.addi %a, %i : i64
    neo.yield %1 : i64
  }
  %1 = neo.gather [i: 4] %0[%t[i]] : (tensor<9xi64>, tensor<4xi64>) -> tensor<4xi64>
  return %1 : tensor<4xi64>
}

// CHECK-LABEL: func.func @unchecked(
// CHECK:         neo.gather [i: 4] %{{[0-9]}}[
func.func @unchecked(%x: tensor<4xf32>, %t: tensor<4xi64>) -> tensor<4xf32> {
  %0 = neo.compute [i: 4, j: 9] %x[i] : (tensor<4xf32>) -> tensor<4x9xf32> {
  ^bb0(%a: f32):
    %1 = math.tanh %a : f32
    neo.yield %1 : f32
  }
  %1 = neo.gather [i: 4] %0[i, %t[i]] : (tensor<4x9xf32>, tensor<4xi64>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// A slice is shorter than the operand, where 7 would not be outside.
// CHECK-LABEL: func.func @slice(
// CHECK:         neo.gather [i: 1] %{{[0-9]}}[
func.func @slice(%x: tensor<9xf32>, %t: tensor<1xi64>) -> tensor<1xf32> {
  %0 = neo.compute [j: 5] %x[j] : (tensor<9xf32>) -> tensor<5xf32> {
  ^bb0(%a: f32):
    %1 = math.tanh %a : f32
    neo.yield %1 : f32
  }
  %1 = neo.gather [i: 1] %0[%t[i]] : (tensor<5xf32>, tensor<1xi64>) -> tensor<1xf32>
  return %1 : tensor<1xf32>
}
