// A copy of eight of sixteen images, in the order that the product wants, is not the
// one that it reads: there is another of all.
// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-lay-out-factors))' | FileCheck %s

// CHECK: neo.compute [b: 8, h: 56, q: 56, c: 64]
// CHECK: %[[X:.*]] = neo.compute [i0: 16, i1: 56, i2: 56, i3: 64] %{{.*}}[i0, i3, i1, i2]
// CHECK: sum [r: 3, s: 3, c: 64] %[[X]][b, p + r - 1, q + s - 1, c]
func.func @main(%x: tensor<16x64x56x56xf16>, %w: tensor<64x64x3x3xf16>)
    -> (tensor<8x56x56x64xf16>, tensor<16x64x56x56xf16>) {
  %s = neo.compute [b: 8, h: 56, q: 56, c: 64] %x[b, c, h, q]
     : (tensor<16x64x56x56xf16>) -> tensor<8x56x56x64xf16> {
  ^bb0(%a: f16):
    neo.yield %a : f16
  }
  %y = neo.compute [b: 16, k: 64, p: 56, q: 56] sum [c: 64, r: 3, s: 3]
         %x[b, c, p + r - 1, q + s - 1]
           if (p + r - 1 >= 0, 56 - p - r >= 0, q + s - 1 >= 0, 56 - q - s >= 0)
           else 0.0,
         %w[k, c, r, s]
     : (tensor<16x64x56x56xf16>, tensor<64x64x3x3xf16>) -> tensor<16x64x56x56xf16> {
  ^bb0(%a: f16, %b: f16):
    %0 = arith.mulf %a, %b : f16
    neo.yield %0 : f16
  }
  return %s, %y : tensor<8x56x56x64xf16>, tensor<16x64x56x56xf16>
}
