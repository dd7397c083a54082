// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-stable-forms{explain}))' %s 2>&1 | FileCheck %s

// Sums of exponentials stay what they are where a reader needs the sum itself:
// who is handed it, who adds 1 to it, whose quotient has no exponential.

// CHECK-COUNT-3: its exponentials may overflow: a reader needs the sum itself
// CHECK-NOT:     its exponentials
// CHECK-LABEL: func.func @handed(
// CHECK-NOT:     max
func.func @handed(%x: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %z = neo.compute [i: 4] sum [j: 8] %x[i, j] : (tensor<4x8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    %0 = math.exp %a : f32
    neo.yield %0 : f32
  }
  %l = neo.compute [i: 4] %z[i] : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    %0 = math.log %a : f32
    neo.yield %0 : f32
  }
  return %z, %l : tensor<4xf32>, tensor<4xf32>
}

func.func @one_more(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %z = neo.compute [i: 4] sum [j: 8] %x[i, j] : (tensor<4x8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    %0 = math.exp %a : f32
    neo.yield %0 : f32
  }
  %y = neo.compute [i: 4, j: 8] %x[i, j], %z[i]
     : (tensor<4x8xf32>, tensor<4xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: f32, %b: f32):
    %one = arith.constant 1.0 : f32
    %0 = math.exp %a : f32
    %1 = arith.addf %b, %one : f32
    %2 = arith.divf %0, %1 : f32
    neo.yield %2 : f32
  }
  return %y : tensor<4x8xf32>
}

func.func @quotient(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %z = neo.compute [i: 4] sum [j: 8] %x[i, j] : (tensor<4x8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    %0 = math.exp %a : f32
    neo.yield %0 : f32
  }
  %y = neo.compute [i: 4, j: 8] %x[i, j], %z[i]
     : (tensor<4x8xf32>, tensor<4xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.divf %a, %b : f32
    neo.yield %0 : f32
  }
  return %y : tensor<4x8xf32>
}
