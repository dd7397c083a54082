// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-common-factors{explain}))' 2>&1 | FileCheck %s

// Terms of a sum stay apart, and a product that something else reads is there
// anyway.

// CHECK-NOT:     remark
// CHECK-LABEL: func.func @summed(
// CHECK:         arith.mulf
// CHECK:         arith.mulf
// CHECK-NEXT:    arith.addf
func.func @summed(%x: tensor<8xf32>, %y: tensor<8xf32>, %z: tensor<8xf32>)
    -> tensor<f32> {
  %r = neo.compute [] sum [i: 8] %x[i], %y[i], %z[i]
     : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<f32> {
  ^bb0(%a: f32, %b: f32, %e: f32):
    %0 = arith.mulf %a, %e : f32
    %1 = arith.mulf %b, %e : f32
    %2 = arith.addf %0, %1 : f32
    neo.yield %2 : f32
  }
  return %r : tensor<f32>
}

// CHECK-LABEL: func.func @shared(
// CHECK:         arith.mulf
// CHECK:         arith.mulf
// CHECK-NEXT:    arith.addf
func.func @shared(%x: tensor<8xf32>, %y: tensor<8xf32>, %z: tensor<8xf32>)
    -> tensor<8xf32> {
  %r = neo.compute [i: 8] %x[i], %y[i], %z[i]
     : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32, %b: f32, %e: f32):
    %0 = arith.mulf %a, %e : f32
    %1 = arith.mulf %b, %e : f32
    %2 = arith.addf %0, %1 : f32
    %3 = arith.mulf %2, %0 : f32
    neo.yield %3 : f32
  }
  return %r : tensor<8xf32>
}
