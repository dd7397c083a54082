// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-stable-forms{explain}))' %s 2>&1 | FileCheck %s

// Exponents from which somebody has taken the maximum stay, here through
// another operator. The maximum of a pooling, which the sum moves, is no such.

// CHECK-COUNT-1: its exponentials are of differences
// CHECK-NOT:     its exponentials
// CHECK-LABEL: func.func @by_hand(
// CHECK-COUNT-1: max [
// CHECK-NOT:     max [
// CHECK-LABEL: func.func @pooled(
// CHECK-COUNT-2: max [
func.func @by_hand(%x: tensor<4x8xf32>) -> tensor<4xf32> {
  %m = neo.compute [i: 4] max [j: 8] %x[i, j] : (tensor<4x8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %d = neo.compute [i: 4, j: 8] %x[i, j], %m[i]
     : (tensor<4x8xf32>, tensor<4xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.subf %a, %b : f32
    neo.yield %0 : f32
  }
  %z = neo.compute [i: 4] sum [j: 8] %d[i, j] : (tensor<4x8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    %0 = math.exp %a : f32
    neo.yield %0 : f32
  }
  %l = neo.compute [i: 4] %z[i] : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    %0 = math.log %a : f32
    neo.yield %0 : f32
  }
  return %l : tensor<4xf32>
}

func.func @pooled(%x: tensor<4x8x2xf32>) -> tensor<4xf32> {
  %p = neo.compute [i: 4, j: 8] max [k: 2] %x[i, j, k]
     : (tensor<4x8x2xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %z = neo.compute [i: 4] sum [j: 8] %p[i, j] : (tensor<4x8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    %0 = math.exp %a : f32
    neo.yield %0 : f32
  }
  %l = neo.compute [i: 4] %z[i] : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    %0 = math.log %a : f32
    neo.yield %0 : f32
  }
  return %l : tensor<4xf32>
}
