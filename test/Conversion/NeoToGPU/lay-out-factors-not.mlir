// What stays: a product of matrices has contiguous terms, and the copies of a small
// convolution would take longer than they save.
// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-lay-out-factors))' | FileCheck %s

// CHECK-LABEL: @product
// CHECK: neo.compute [i: 512, j: 512] sum [k: 512] %arg0[i, k], %arg1[k, j]
func.func @product(%a: tensor<512x512xf16>, %b: tensor<512x512xf16>) -> tensor<512x512xf16> {
  %c = neo.compute [i: 512, j: 512] sum [k: 512] %a[i, k], %b[k, j]
     : (tensor<512x512xf16>, tensor<512x512xf16>) -> tensor<512x512xf16> {
  ^bb0(%x: f16, %y: f16):
    %0 = arith.mulf %x, %y : f16
    neo.yield %0 : f16
  }
  return %c : tensor<512x512xf16>
}

// CHECK-LABEL: @small
// CHECK: neo.compute [k: 16, p: 12] sum [c: 16, r: 3] %arg0[c, p + r], %arg1[k, c, r]
func.func @small(%x: tensor<16x14xf16>, %w: tensor<16x16x3xf16>) -> tensor<16x12xf16> {
  %y = neo.compute [k: 16, p: 12] sum [c: 16, r: 3] %x[c, p + r], %w[k, c, r]
     : (tensor<16x14xf16>, tensor<16x16x3xf16>) -> tensor<16x12xf16> {
  ^bb0(%a: f16, %b: f16):
    %0 = arith.mulf %a, %b : f16
    neo.yield %0 : f16
  }
  return %y : tensor<16x12xf16>
}
