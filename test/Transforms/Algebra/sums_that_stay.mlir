// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-algebra))' | FileCheck %s

// Terms that cancel only nearly: a divisor that is not the row's length, the
// sum of another tensor, of other columns, or under a condition.

// CHECK-LABEL: func.func @stay(
// CHECK-COUNT-5: sum [
// CHECK:         return
func.func @stay(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %s = neo.compute [i: 4] sum [j: 8] %x[i, j]
     : (tensor<4x8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %part = neo.compute [i: 4] sum [j: 8] %x[i, j] where (j - 1 >= 0)
     : (tensor<4x8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %0 = neo.compute [i: 4] sum [j: 8] %x[i, j], %s[i]
     : (tensor<4x8xf32>, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32, %b: f32):
    %n = arith.constant 7.0 : f32
    %m = arith.divf %b, %n : f32
    %d = arith.subf %a, %m : f32
    neo.yield %d : f32
  }
  %1 = neo.compute [i: 4] sum [j: 8] %y[i, j], %s[i]
     : (tensor<4x8xf32>, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32, %b: f32):
    %n = arith.constant 8.0 : f32
    %m = arith.divf %b, %n : f32
    %d = arith.subf %a, %m : f32
    neo.yield %d : f32
  }
  %2 = neo.compute [i: 4] sum [j: 8] %x[i, j], %part[i]
     : (tensor<4x8xf32>, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32, %b: f32):
    %n = arith.constant 8.0 : f32
    %m = arith.divf %b, %n : f32
    %d = arith.subf %a, %m : f32
    neo.yield %d : f32
  }
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
