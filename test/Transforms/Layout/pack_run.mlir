// RUN: neo-opt --neo-pack %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-pack))" %s

// Panels of %W would fill whole vectors, but %W is eighty times as large as %D:
// %D is copied. Its positions p and q are contiguous in the copy and are one
// row of 20 to the vectors.

func.func @f(%W: tensor<32x16x5x5x4xf32>, %D: tensor<32x4x5x4xf32>)
    -> tensor<16x5x5x4x5xf32> {
  %C = neo.compute [c: 16, r: 5, s: 5, p: 4, q: 5] sum [k: 32, j: 4]
         %W[k, c, r, s, j], %D[k, p, q, j]
     : (tensor<32x16x5x5x4xf32>, tensor<32x4x5x4xf32>)
     -> tensor<16x5x5x4x5xf32> {
  ^bb0(%w: f32, %d: f32):
    %0 = arith.mulf %w, %d : f32
    neo.yield %0 : f32
  }
  return %C : tensor<16x5x5x4x5xf32>
}

// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[W:.*]]: tensor<32x16x5x5x4xf32>, %[[D:.*]]: tensor<32x4x5x4xf32>)
// CHECK:         %[[P:.*]] = neo.compute [{{.*}}: 32, {{.*}}: 4, {{.*}}: 4, {{.*}}: 5] %[[D]]
// CHECK-SAME:      -> tensor<32x4x4x5xf32>
// CHECK:         neo.compute
// CHECK-SAME:      %[[W]][k, c, r, s, j], %[[P]][k, j, p, q]
