// RUN: neo-run --entry=forwards %s | FileCheck %s --check-prefix=FORWARDS
// RUN: neo-run --entry=backwards %s | FileCheck %s --check-prefix=BACKWARDS
// RUN: neo-run --entry=never %s | FileCheck %s --check-prefix=NEVER
// RUN: neo-run --self-check --entry=forwards %s
// RUN: neo-run --self-check --entry=backwards %s

// A running sum, with the sums before each step.

func.func private @step(%h: tensor<i64>, %x: tensor<i64>, %w: tensor<i64>)
    -> (tensor<i64>, tensor<i64>) {
  %0 = neo.compute [] %h[], %x[], %w[]
     : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<i64> {
  ^bb0(%a: i64, %b: i64, %c: i64):
    %p = arith.muli %b, %c : i64
    %s = arith.addi %a, %p : i64
    neo.yield %s : i64
  }
  return %0, %h : tensor<i64>, tensor<i64>
}

// FORWARDS: result #0: tensor<i64> 160
// FORWARDS: result #1: tensor<4xi64> [100, 110, 120, 140]
func.func @forwards() -> (tensor<i64>, tensor<4xi64>) {
  %h = arith.constant dense<100> : tensor<i64>
  %x = arith.constant dense<[1, 1, 2, 2]> : tensor<4xi64>
  %w = arith.constant dense<10> : tensor<i64>
  %0:2 = neo.scan @step steps 4 carry(%h) over(%x) with(%w)
     : (tensor<i64>, tensor<4xi64>, tensor<i64>) -> (tensor<i64>, tensor<4xi64>)
  return %0#0, %0#1 : tensor<i64>, tensor<4xi64>
}

// BACKWARDS: result #0: tensor<i64> 160
// BACKWARDS: result #1: tensor<4xi64> [150, 140, 120, 100]
func.func @backwards() -> (tensor<i64>, tensor<4xi64>) {
  %h = arith.constant dense<100> : tensor<i64>
  %x = arith.constant dense<[1, 1, 2, 2]> : tensor<4xi64>
  %w = arith.constant dense<10> : tensor<i64>
  %0:2 = neo.scan @step steps 4 reverse carry(%h) over(%x) with(%w)
     : (tensor<i64>, tensor<4xi64>, tensor<i64>) -> (tensor<i64>, tensor<4xi64>)
  return %0#0, %0#1 : tensor<i64>, tensor<4xi64>
}

// NEVER: result #0: tensor<i64> 100
// NEVER: result #1: tensor<0xi64> []
func.func @never() -> (tensor<i64>, tensor<0xi64>) {
  %h = arith.constant dense<100> : tensor<i64>
  %x = arith.constant dense<> : tensor<0xi64>
  %w = arith.constant dense<10> : tensor<i64>
  %0:2 = neo.scan @step steps 0 carry(%h) over(%x) with(%w)
     : (tensor<i64>, tensor<0xi64>, tensor<i64>) -> (tensor<i64>, tensor<0xi64>)
  return %0#0, %0#1 : tensor<i64>, tensor<0xi64>
}
