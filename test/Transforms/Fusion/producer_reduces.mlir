// RUN: neo-opt --neo-fuse %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-fuse))" %s

// A sum is not one expression of its index: it stays a tensor.

func.func @f(%x: tensor<6x5xf32>) -> tensor<6xf32> {
  %0 = neo.compute [i: 6] sum [k: 5] %x[i, k]
     : (tensor<6x5xf32>) -> tensor<6xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %1 = neo.compute [j: 6] %0[j] : (tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%a: f32):
    %n = arith.negf %a : f32
    neo.yield %n : f32
  }
  return %1 : tensor<6xf32>
}

// CHECK-LABEL: func.func @f(
// CHECK:         %[[S:.*]] = neo.compute [i: 6] sum [k: 5]
// CHECK:         neo.compute [j: 6] %[[S]][j]
