// The filters of a transposed convolution are contiguous along r and s, which are terms
// together with c: no two lanes are proven to be neighbours, but a warp that copies
// along (c, r, s) touches 9 sectors where one that copies along k touches 32.
// RUN: neo-opt %s '--neo-schedule-gpu=chip=sm_90' | FileCheck %s

// CHECK: <[4, 5, 6] = [<vector 4>, <register 4>, <step 18>, <block 4>]>
// CHECK: window <[1, 2] pitch[20, 1] {{[^>]*}} copy 1 on 2>
func.func @main(%a: tensor<1x128x56x56xf32>, %w: tensor<128x256x3x3xf32>)
    -> tensor<1x256x56x56xf32> {
  %c = neo.compute [b: 1, k: 256, p: 56, q: 56] sum [c: 128, r: 3, s: 3]
         %a[b, c, p - r + 1, q - s + 1]
           if (p - r + 1 >= 0, r - p + 54 >= 0, q - s + 1 >= 0, s - q + 54 >= 0)
           else 0.0,
         %w[c, k, r, s]
     : (tensor<1x128x56x56xf32>, tensor<128x256x3x3xf32>)
    -> tensor<1x256x56x56xf32> {
  ^bb0(%x: f32, %y: f32):
    %0 = arith.mulf %x, %y : f32
    neo.yield %0 : f32
  }
  return %c : tensor<1x256x56x56xf32>
}
