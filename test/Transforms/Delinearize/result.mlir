// RUN: neo-opt --neo-delinearize %s | FileCheck %s

// The shape of a function's result is fixed; so are then the loops of what it
// is made of, as each division would only move to another operator.

// CHECK-LABEL: func.func @result
// CHECK: neo.compute [i: 32] max [k: 3] %arg0[i floordiv 8, i mod 8, k]
// CHECK: neo.compute [i: 32, k: 3] %arg0[i floordiv 8, i mod 8, k], %0[i]
func.func @result(%x: tensor<4x8x3xf32>) -> tensor<32x3xf32> {
  %m = neo.compute [i: 32] max [k: 3] %x[i floordiv 8, i mod 8, k]
       : (tensor<4x8x3xf32>) -> tensor<32xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %d = neo.compute [i: 32, k: 3] %x[i floordiv 8, i mod 8, k], %m[i]
       : (tensor<4x8x3xf32>, tensor<32xf32>) -> tensor<32x3xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.subf %a, %b : f32
    neo.yield %0 : f32
  }
  return %d : tensor<32x3xf32>
}
