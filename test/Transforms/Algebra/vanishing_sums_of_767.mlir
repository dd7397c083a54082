// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-stable-forms),canonicalize)' | FileCheck %s

// The factor of a mean of 767 terms is 1 / 767 as it is meant, though no float is;
// one that is something else is what it is.

// CHECK-LABEL: func.func @mean(
// CHECK-NOT:     neo.compute
// CHECK:         arith.constant dense<0.000000e+00> : tensor<4xf32>
func.func @mean(%x: tensor<4x767xf32>) -> tensor<4xf32> {
  %s = neo.compute [i: 4] sum [j: 767] %x[i, j]
     : (tensor<4x767xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %r = neo.compute [i: 4] sum [j: 767] %x[i, j], %s[i]
     : (tensor<4x767xf32>, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32, %b: f32):
    %n = arith.constant 0.0013037809 : f32
    %0 = arith.mulf %b, %n : f32
    %1 = arith.subf %a, %0 : f32
    neo.yield %1 : f32
  }
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @other(
// CHECK:         sum [j: 767]
// CHECK:         sum [j: 767]
func.func @other(%x: tensor<4x767xf32>) -> tensor<4xf32> {
  %s = neo.compute [i: 4] sum [j: 767] %x[i, j]
     : (tensor<4x767xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %r = neo.compute [i: 4] sum [j: 767] %x[i, j], %s[i]
     : (tensor<4x767xf32>, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32, %b: f32):
    %n = arith.constant 0.0013038 : f32
    %0 = arith.mulf %b, %n : f32
    %1 = arith.subf %a, %0 : f32
    neo.yield %1 : f32
  }
  return %r : tensor<4xf32>
}
