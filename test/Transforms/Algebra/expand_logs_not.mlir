// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-expand-logs{explain}))' 2>&1 | FileCheck %s

// What cancels, what is dear to compute again, and what pads stay.

// CHECK-NOT:     remark
// CHECK-LABEL: func.func @sigmoid(
// CHECK:         math.log
// CHECK-NOT:     arith.subf
func.func @sigmoid(%x: tensor<8xf32>) -> tensor<8xf32> {
  %e = neo.compute [i: 8] %x[i] : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    %0 = math.exp %a : f32
    neo.yield %0 : f32
  }
  %y = neo.compute [i: 8] %e[i] : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    %one = arith.constant 1.0 : f32
    %0 = arith.addf %a, %one : f32
    %1 = arith.divf %a, %0 : f32
    %2 = math.log %1 : f32
    neo.yield %2 : f32
  }
  return %y : tensor<8xf32>
}

// CHECK-LABEL: func.func @dear(
// CHECK:         math.log
func.func @dear(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = neo.compute [i: 8] %x[i] : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    %0 = math.tanh %a : f32
    %1 = math.exp %0 : f32
    neo.yield %1 : f32
  }
  %y = neo.compute [i: 8] %e[i] : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    %0 = math.log %a : f32
    neo.yield %0 : f32
  }
  return %y, %e : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @padded(
// CHECK:         math.log
func.func @padded(%x: tensor<8xf32>) -> tensor<9xf32> {
  %e = neo.compute [i: 8] %x[i] : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    %0 = math.exp %a : f32
    neo.yield %0 : f32
  }
  %y = neo.compute [i: 9] %e[i] if (i < 8) else 1.0
     : (tensor<8xf32>) -> tensor<9xf32> {
  ^bb0(%a: f32):
    %0 = math.log %a : f32
    neo.yield %0 : f32
  }
  return %y : tensor<9xf32>
}
