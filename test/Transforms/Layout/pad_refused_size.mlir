// RUN: neo-opt --neo-pad %s | FileCheck %s

// Guards that stay where they are.

// Of four elements a copy would be seven times as large.
// CHECK-LABEL: func.func @overhang(
// CHECK-NEXT:    neo.compute [k: 64, p: 28] sum [r: 3] %{{.*}}[p + r - 12]
// CHECK-SAME:      if (
func.func @overhang(%A: tensor<4xf32>, %W: tensor<64x3xf32>)
    -> tensor<64x28xf32> {
  %C = neo.compute [k: 64, p: 28] sum [r: 3]
         %A[p + r - 12] if (p + r - 12 >= 0, p + r - 12 < 4) else 0.0, %W[k, r]
     : (tensor<4xf32>, tensor<64x3xf32>) -> tensor<64x28xf32> {
  ^bb0(%a: f32, %w: f32):
    %0 = arith.mulf %a, %w : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x28xf32>
}
