// RUN: neo-opt --neo-merge-scans %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(neo-merge-scans)" %s

// The loop that returns the states as well serves for both; one in the other
// direction, or over another stack, stays.

func.func private @step(%h: tensor<4xf64>, %x: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
  %0 = neo.compute [i: 4] %h[i], %x[i] : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64> {
  ^bb0(%a: f64, %b: f64):
    %1 = arith.mulf %a, %b : f64
    neo.yield %1 : f64
  }
  %2 = neo.compute [i: 4] %0[i] : (tensor<4xf64>) -> tensor<4xf64> {
  ^bb0(%a: f64):
    %1 = math.sin %a : f64
    neo.yield %1 : f64
  }
  return %2, %0 : tensor<4xf64>, tensor<4xf64>
}
func.func private @saving(%h: tensor<4xf64>, %x: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) {
  %0 = neo.compute [i: 4] %h[i], %x[i] : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64> {
  ^bb0(%a: f64, %b: f64):
    %1 = arith.mulf %a, %b : f64
    neo.yield %1 : f64
  }
  %2 = neo.compute [i: 4] %0[i] : (tensor<4xf64>) -> tensor<4xf64> {
  ^bb0(%a: f64):
    %1 = math.sin %a : f64
    neo.yield %1 : f64
  }
  return %2, %h, %0 : tensor<4xf64>, tensor<4xf64>, tensor<4xf64>
}
func.func @f(%h: tensor<4xf64>, %x: tensor<5x4xf64>, %z: tensor<5x4xf64>)
    -> (tensor<4xf64>, tensor<5x4xf64>, tensor<5x4xf64>, tensor<4xf64>, tensor<4xf64>) {
  %0:2 = neo.scan @step steps 5 carry(%h) over(%x) : (tensor<4xf64>, tensor<5x4xf64>) -> (tensor<4xf64>, tensor<5x4xf64>)
  %1:2 = neo.scan @step steps 5 reverse carry(%h) over(%x) : (tensor<4xf64>, tensor<5x4xf64>) -> (tensor<4xf64>, tensor<5x4xf64>)
  %2:2 = neo.scan @step steps 5 carry(%h) over(%z) : (tensor<4xf64>, tensor<5x4xf64>) -> (tensor<4xf64>, tensor<5x4xf64>)
  %3:3 = neo.scan @saving steps 5 carry(%h) over(%x) : (tensor<4xf64>, tensor<5x4xf64>) -> (tensor<4xf64>, tensor<5x4xf64>, tensor<5x4xf64>)
  return %0#0, %0#1, %3#1, %1#0, %2#0 : tensor<4xf64>, tensor<5x4xf64>, tensor<5x4xf64>, tensor<4xf64>, tensor<4xf64>
}

// CHECK-LABEL: func.func @f(
// CHECK:         %[[S:.*]]:3 = neo.scan @saving steps 5 carry
// CHECK-NEXT:    %[[R:.*]]:2 = neo.scan @step steps 5 reverse
// CHECK-NEXT:    %[[Z:.*]]:2 = neo.scan @step steps 5 carry
// CHECK-NEXT:    return %[[S]]#0, %[[S]]#2, %[[S]]#1, %[[R]]#0, %[[Z]]#0
