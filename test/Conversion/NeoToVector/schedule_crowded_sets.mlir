// RUN: neo-opt --neo-schedule %s | FileCheck %s

// Blocks of i, with all k inside, would read 64 pieces of %B that lie 64 KiB
// apart: few bytes, but on few sets of the cache, where they cannot stay. So it
// is k that is cut.

func.func @f(%A: tensor<64x128x256xf32>, %W: tensor<64x256x512xf32>)
    -> tensor<128x512xf32> {
  %B = neo.compute [o: 8, k: 64, i: 256, c: 64] %W[k, i, 64 * o + c]
     : (tensor<64x256x512xf32>) -> tensor<8x64x256x64xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  %C = neo.compute [b: 128, j: 512] sum [k: 64, i: 256] %A[k, b, i],
         %B[j floordiv 64, k, i, j mod 64]
     : (tensor<64x128x256xf32>, tensor<8x64x256x64xf32>)
       -> tensor<128x512xf32> {
  ^bb0(%x: f32, %y: f32):
    %p = arith.mulf %x, %y : f32
    neo.yield %p : f32
  }
  return %C : tensor<128x512xf32>
}

// CHECK: block [k: {{[0-9]+}}]
