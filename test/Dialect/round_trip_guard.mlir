// RUN: neo-opt %s | neo-opt | FileCheck %s
// RUN: neo-opt %s --mlir-print-op-generic | neo-opt | FileCheck %s

// CHECK-LABEL: func.func @strided_padded_convolution
// CHECK: neo.compute [b: 1, k: 4, p: 3, q: 3] sum [c: 2, r: 3, s: 3]
// CHECK-SAME: %{{.*}}[b, c, 2 * p + r - 1, 2 * q + s - 1]
// CHECK-SAME: if (2 * p + r - 1 >= 0, 2 * p + r < 7, 2 * q + s - 1 >= 0, 2 * q + s < 7)
// CHECK-SAME: else 0.000000e+00, %{{.*}}[k, c, r, s] :
func.func @strided_padded_convolution(
    %A: tensor<1x2x6x6xf32>, %W: tensor<4x2x3x3xf32>) -> tensor<1x4x3x3xf32> {
  %0 = neo.compute [b: 1, k: 4, p: 3, q: 3] sum [c: 2, r: 3, s: 3]
         %A[b, c, 2 * p + r - 1, 2 * q + s - 1]
         if (2 * p + r > 0, 2 * p + r <= 6, 2 * q + s > 0, 2 * q + s <= 6)
         else 0.0, %W[k, c, r, s]
     : (tensor<1x2x6x6xf32>, tensor<4x2x3x3xf32>) -> tensor<1x4x3x3xf32> {
  ^bb0(%a: f32, %w: f32):
    %p = arith.mulf %a, %w : f32
    neo.yield %p : f32
  }
  return %0 : tensor<1x4x3x3xf32>
}
