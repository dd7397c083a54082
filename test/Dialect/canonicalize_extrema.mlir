// RUN: neo-opt %s --canonicalize | FileCheck %s

// A constant does not take the place of what an extremum follows from: max(x, 0) is
// relu, whose derivative at 0 is 0, and a tie of two tensors is shared.

// CHECK: neo.compute [i: 17] %arg0[i], %arg1[i] if (i - 17 >= 0) else 0.000000e+00
// CHECK: arith.maximumf
func.func @f(%A: tensor<17xf32>, %B: tensor<20xf32>) -> tensor<17xf32> {
  %0 = neo.compute [i: 17] %A[i], %B[i] if (i - 17 >= 0) else 0.0
     : (tensor<17xf32>, tensor<20xf32>) -> tensor<17xf32> {
  ^bb0(%a: f32, %b: f32):
    %two = arith.constant 2.0 : f32
    %0 = arith.mulf %b, %two : f32
    %1 = arith.maximumf %0, %a : f32
    neo.yield %1 : f32
  }
  return %0 : tensor<17xf32>
}
