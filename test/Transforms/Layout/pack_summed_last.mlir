// RUN: env NEO_TARGET=avx512 neo-opt --neo-pack %s | FileCheck %s
// RUN: env NEO_TARGET=avx512 neo-run --entry=inference --check-pipeline="builtin.module(func.func(neo-pack))" %s

// A tile has one j: what it reads lies in one piece, as j comes before what is
// summed in the copy, though the weights have it last.

func.func @inference(%x: tensor<64x18x18xf32>,
                     %w: tensor<64x64x3x3x5xf32> {neo.fixed})
    -> tensor<64x8x8x5xf32> {
  %0 = neo.compute [k: 64, p: 8, q: 8, j: 5] sum [c: 64, r: 3, s: 3]
         %x[c, 2 * p + r, 2 * q + s], %w[k, c, r, s, j]
     : (tensor<64x18x18xf32>, tensor<64x64x3x3x5xf32>)
       -> tensor<64x8x8x5xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %0 : tensor<64x8x8x5xf32>
}

// CHECK:       %[[P:.*]] = neo.compute [{{.*}}: 2, {{.*}}: 5, {{.*}}: 64, {{.*}}: 3, {{.*}}: 3, {{.*}}: 32] %arg1[
// CHECK:       neo.compute [k: 64, p: 8, q: 8, j: 5] sum [c: 64, r: 3, s: 3]
// CHECK-SAME:    %[[P]][k floordiv 32, j, c, r, s, k mod 32]
