// Images in NCHW: neighbours along q begin at any address. With channels innermost in
// both operands, and last of the terms, copies into shared memory are of 16 bytes.
// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-lay-out-factors))' | FileCheck %s
// RUN: neo-opt %s --neo-optimize-for-gpu --neo-schedule-gpu | FileCheck %s --check-prefix GPU

// CHECK: %[[X:.*]] = neo.compute [i0: 8, i1: 56, i2: 56, i3: 64] %{{.*}}[i0, i3, i1, i2]
// CHECK: %[[W:.*]] = neo.compute [i0: 64, i1: 3, i2: 3, i3: 64] %{{.*}}[i0, i3, i1, i2]
// CHECK: neo.compute [b: 8, k: 64, p: 56, q: 56] sum [r: 3, s: 3, c: 64]
// CHECK-SAME: %[[X]][b, p + r - 1, q + s - 1, c] if (
// CHECK-SAME: %[[W]][k, r, s, c]
// CHECK-SAME: -> tensor<8x64x56x56xf16>

// GPU: sum [r: 3, s: 3, c: 64]
// GPU-SAME: copy 8 on 2
// GPU-SAME: copy 8 on 2
// GPU-SAME: mma 16
func.func @main(%x: tensor<8x64x56x56xf16>, %w: tensor<64x64x3x3xf16>)
    -> tensor<8x64x56x56xf16> {
  %y = neo.compute [b: 8, k: 64, p: 56, q: 56] sum [c: 64, r: 3, s: 3]
         %x[b, c, p + r - 1, q + s - 1]
           if (p + r - 1 >= 0, 56 - p - r >= 0, q + s - 1 >= 0, 56 - q - s >= 0)
           else 0.0,
         %w[k, c, r, s]
     : (tensor<8x64x56x56xf16>, tensor<64x64x3x3xf16>) -> tensor<8x64x56x56xf16> {
  ^bb0(%a: f16, %b: f16):
    %0 = arith.mulf %a, %b : f16
    neo.yield %0 : f16
  }
  return %y : tensor<8x64x56x56xf16>
}
