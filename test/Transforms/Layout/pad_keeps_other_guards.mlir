// RUN: neo-opt --neo-pad %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-pad))" %s

// A guard that says more than that an index is in bounds stays; the bounds of
// the factor beside it go.

func.func @f(%G: tensor<26xf32>, %W: tensor<16x3xf32>) -> tensor<16x28xf32> {
  %C = neo.compute [c: 16, z: 28] sum [r: 3] %G[z - r], %W[c, r]
         where (z - r >= 0, z - r < 26, c mod 3 == 1)
     : (tensor<26xf32>, tensor<16x3xf32>) -> tensor<16x28xf32> {
  ^bb0(%g: f32, %w: f32):
    %0 = arith.mulf %g, %w : f32
    neo.yield %0 : f32
  }
  return %C : tensor<16x28xf32>
}

// CHECK-LABEL: func.func @f(
// CHECK:         %[[P:.*]] = neo.compute [{{.*}}: 30]
// CHECK:         neo.compute [c: 16, z: 28] sum [r: 3] %[[P]][z - r + 2]
// CHECK-SAME:      where (c mod 3 - 1 == 0)
