// RUN: neo-opt --neo-stable-forms %s | FileCheck %s

// The deviation of one sample from its mean is 0, but its variance, divided by
// no degrees of freedom, is no number.

// CHECK-LABEL: func.func @f(
// CHECK:         arith.constant 0x7F800000
// CHECK:         arith.mulf
func.func @f(%x: tensor<1x3xf32>) -> tensor<3xf32> {
  %m = neo.compute [j: 3] sum [i: 1] %x[i, j] : (tensor<1x3xf32>) -> tensor<3xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %s = neo.compute [j: 3] sum [i: 1] %x[i, j], %m[j], %x[0, j], %m[j]
     : (tensor<1x3xf32>, tensor<3xf32>, tensor<1x3xf32>, tensor<3xf32>) -> tensor<3xf32> {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    %0 = arith.subf %a, %b : f32
    %1 = arith.subf %c, %d : f32
    %2 = arith.mulf %0, %1 : f32
    neo.yield %2 : f32
  }
  %v = neo.compute [j: 3] %s[j] : (tensor<3xf32>) -> tensor<3xf32> {
  ^bb0(%a: f32):
    %inf = arith.constant 0x7F800000 : f32
    %0 = arith.mulf %a, %inf : f32
    neo.yield %0 : f32
  }
  return %v : tensor<3xf32>
}
