// RUN: neo-opt --neo-pack %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-pack))" %s

// A row of 10 pixels would fill vectors of %x, and leave six lanes of sixteen
// empty; 64 channels fill four. The weights are small against the work, so they
// are transposed.

func.func @f(%x: tensor<32x12x12xf32>, %w: tensor<64x32x3x3xf32>)
    -> tensor<64x10x10xf32> {
  %0 = neo.compute [k: 64, p: 10, q: 10] sum [c: 32, r: 3, s: 3]
         %x[c, p + r, q + s], %w[k, c, r, s]
     : (tensor<32x12x12xf32>, tensor<64x32x3x3xf32>) -> tensor<64x10x10xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %0 : tensor<64x10x10xf32>
}

// CHECK:       %[[P:.*]] = neo.compute [{{.*}}: 1, {{.*}}: 32, {{.*}}: 3, {{.*}}: 3, {{.*}}: 64] %{{.*}}[
// CHECK:       neo.compute [k: 64, p: 10, q: 10] sum [c: 32, r: 3, s: 3]
// CHECK-SAME:    %[[P]][k floordiv 64, c, r, s, k mod 64]
