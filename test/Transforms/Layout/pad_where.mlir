// RUN: neo-opt --neo-pad %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-pad))" %s

// The gradient of a convolution: `where` only keeps the index of %G in bounds,
// and outside, a zero of %G makes the term vanish as well.

func.func @f(%G: tensor<8x26xf32>, %W: tensor<8x3xf32>) -> tensor<28xf32> {
  %C = neo.compute [z: 28] sum [k: 8, r: 3] %G[k, z - r], %W[k, r]
         where (z - r >= 0, z - r < 26)
     : (tensor<8x26xf32>, tensor<8x3xf32>) -> tensor<28xf32> {
  ^bb0(%g: f32, %w: f32):
    %0 = arith.mulf %g, %w : f32
    neo.yield %0 : f32
  }
  return %C : tensor<28xf32>
}

// Used three times only: not worth a copy. The factor has a guard of its own
// instead, which is looked at once for all terms that read the same element.
// CHECK-LABEL: func.func @f(
// CHECK-NEXT:    neo.compute [z: 28] sum [k: 8, r: 3] %{{.*}}[k, z - r]
// CHECK-SAME:      if (r - z + 25 >= 0, z - r >= 0) else 0.000000e+00, %{{.*}}[k, r] {neo.nonzero
// CHECK-NOT:     where

func.func private @g(%G: tensor<8x26xf32>, %W: tensor<16x8x3xf32>)
    -> tensor<16x28xf32> {
  %C = neo.compute [c: 16, z: 28] sum [k: 8, r: 3] %G[k, z - r], %W[c, k, r]
         where (z - r >= 0, z - r < 26)
     : (tensor<8x26xf32>, tensor<16x8x3xf32>) -> tensor<16x28xf32> {
  ^bb0(%g: f32, %w: f32):
    %0 = arith.mulf %g, %w : f32
    neo.yield %0 : f32
  }
  return %C : tensor<16x28xf32>
}

// CHECK-LABEL: func.func private @g(
// CHECK-SAME:    %[[G:.*]]: tensor<8x26xf32>,
// CHECK:         %[[P:.*]] = neo.compute [{{.*}}: 8, [[Z:.*]]: 30] %[[G]][{{.*}}, [[Z]] - 2]
// CHECK:         neo.compute [c: 16, z: 28] sum [k: 8, r: 3] %[[P]][k, z - r + 2]
// CHECK-NOT:     where
// CHECK:           arith.mulf
