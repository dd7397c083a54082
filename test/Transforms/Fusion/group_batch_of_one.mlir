// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-group{explain=true}))' 2>&1 | FileCheck %s

// The bias and the activation of a convolution's only image read their own
// element, although the index of the image is 0 and not a loop.

func.func @layer(%x: tensor<1x8x30xf32>, %w: tensor<16x8x3xf32>,
                 %b: tensor<16xf32>) -> tensor<1x16x28xf32> {
  %c = neo.compute [n: 1, k: 16, p: 28] sum [c: 8, r: 3] %x[n, c, p + r], %w[k, c, r]
     : (tensor<1x8x30xf32>, tensor<16x8x3xf32>) -> tensor<1x16x28xf32> {
  ^bb0(%s: f32, %t: f32):
    %1 = arith.mulf %s, %t : f32
    neo.yield %1 : f32
  }
  %y = neo.compute [d0: 1, d1: 16, d2: 28] %c[0, d1, d2], %b[d1]
     : (tensor<1x16x28xf32>, tensor<16xf32>) -> tensor<1x16x28xf32> {
  ^bb0(%s: f32, %t: f32):
    %zero = arith.constant 0.0 : f32
    %1 = arith.addf %s, %t : f32
    %2 = arith.maximumf %1, %zero : f32
    neo.yield %2 : f32
  }
  return %y : tensor<1x16x28xf32>
}

// CHECK:       become one kernel, which saves {{[0-9]+}} bytes and 1 launches
// CHECK-LABEL: func.func @layer(
// CHECK:         neo.kernel [n: 1, k: 16, p: 28]
// CHECK:           neo.compute [n: 1, k: 16, p: 28] sum [c: 8, r: 3]
// CHECK:           neo.compute [n: 1, k: 16, p: 28] %{{.*}}[0, k, p], %{{.*}}[k]
