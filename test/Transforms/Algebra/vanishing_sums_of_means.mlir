// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-stable-forms{explain}))' 2>&1 | FileCheck %s

// Means of means of 4096 terms: denominators of 2^48 add up, their product would
// leave 64 bits.

// CHECK: remark: the terms of this sum cancel: it is zero

func.func @batch_norm(%x: tensor<4096x3xf32>, %d: tensor<4096x3xf32>)
    -> tensor<3xf32> {
  %m = neo.compute [j: 3] sum [i: 4096] %x[i, j]
     : (tensor<4096x3xf32>) -> tensor<3xf32> {
  ^bb0(%a: f32):
    %n = arith.constant 4096.0 : f32
    %0 = arith.divf %a, %n : f32
    neo.yield %0 : f32
  }
  %s = neo.compute [j: 3] sum [i: 4096] %x[i, j], %m[j], %d[i, j]
     : (tensor<4096x3xf32>, tensor<3xf32>, tensor<4096x3xf32>) -> tensor<3xf32> {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %n = arith.constant 4096.0 : f32
    %0 = arith.subf %a, %b : f32
    %1 = arith.mulf %c, %0 : f32
    %2 = arith.divf %1, %n : f32
    neo.yield %2 : f32
  }
  %z = neo.compute [j: 3] sum [i: 4096] %x[i, j], %m[j], %s[j]
     : (tensor<4096x3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32> {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %n = arith.constant 4096.0 : f32
    %0 = arith.subf %a, %b : f32
    %1 = arith.divf %c, %n : f32
    %2 = arith.mulf %1, %0 : f32
    neo.yield %2 : f32
  }
  return %z : tensor<3xf32>
}
