// Terms that the program multiplies by 0 do not cancel: of an infinite row or one with
// NaN the sum is NaN.
// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-stable-forms{explain}),canonicalize)' 2>&1 | FileCheck %s

// CHECK-NOT: remark
// CHECK-LABEL: func.func @zeros(
// CHECK: %[[S:.*]] = neo.compute [i: 4] sum [j: 8]
// CHECK: %[[R:.*]] = neo.compute [i: 4] sum [j: 8]
// CHECK: return %[[R]]
func.func @zeros(%x: tensor<4x8xf32>) -> tensor<4xf32> {
  %s = neo.compute [i: 4] sum [j: 8] %x[i, j]
     : (tensor<4x8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %r = neo.compute [i: 4] sum [j: 8] %x[i, j], %s[i]
     : (tensor<4x8xf32>, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32, %b: f32):
    %n = arith.constant 0.0 : f32
    %0 = arith.mulf %a, %n : f32
    %1 = arith.mulf %0, %b : f32
    neo.yield %1 : f32
  }
  return %r : tensor<4xf32>
}

// Nor where they are a tensor of zeros.

// CHECK-LABEL: func.func @tensor(
// CHECK: %[[S:.*]] = neo.compute [i: 4] sum [j: 8]
// CHECK: %[[R:.*]] = neo.compute [i: 4] sum [j: 8]
// CHECK: return %[[R]]
func.func @tensor(%x: tensor<4x8xf32>) -> tensor<4xf32> {
  %z = neo.compute [j: 8] : () -> tensor<8xf32> {
    %n = arith.constant 0.0 : f32
    neo.yield %n : f32
  }
  %s = neo.compute [i: 4] sum [j: 8] %x[i, j]
     : (tensor<4x8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %r = neo.compute [i: 4] sum [j: 8] %x[i, j], %s[i], %z[j]
     : (tensor<4x8xf32>, tensor<4xf32>, tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.mulf %a, %c : f32
    %1 = arith.mulf %0, %b : f32
    neo.yield %1 : f32
  }
  return %r : tensor<4xf32>
}
