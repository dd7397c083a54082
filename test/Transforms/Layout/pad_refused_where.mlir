// RUN: neo-opt --neo-pad %s | FileCheck %s

// Guards that stay where they are.

// Where the 'where' guard fails the factor would read its own pad, not 0.
// CHECK-LABEL: func.func @where_over_a_pad(
// CHECK-NEXT:    neo.compute [k: 8, p: 28] sum [r: 3] %{{.*}}[p + r - 1]
// CHECK-SAME:      else 1.500000e+00
// CHECK-SAME:      where (p + r - 1 >= 0)
func.func @where_over_a_pad(%A: tensor<28xf32>, %W: tensor<8x3xf32>)
    -> tensor<8x28xf32> {
  %C = neo.compute [k: 8, p: 28] sum [r: 3]
         %A[p + r - 1] if (p + r - 2 >= 0, p + r < 29) else 1.5, %W[k, r]
         where (p + r - 1 >= 0)
     : (tensor<28xf32>, tensor<8x3xf32>) -> tensor<8x28xf32> {
  ^bb0(%a: f32, %w: f32):
    %0 = arith.mulf %a, %w : f32
    neo.yield %0 : f32
  }
  return %C : tensor<8x28xf32>
}
