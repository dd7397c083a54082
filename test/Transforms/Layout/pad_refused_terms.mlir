// RUN: neo-opt --neo-pad %s | FileCheck %s

// Guards that stay where they are.

// A pad that is not zero does not make the term vanish.
// CHECK-LABEL: func.func @pad_is_one(
// CHECK-NEXT:    neo.compute [k: 8, p: 28] sum [r: 3] %{{.*}}[p + r - 1]
// CHECK-SAME:      if (
// CHECK-SAME:      else 1.000000e+00
func.func @pad_is_one(%A: tensor<28xf32>, %W: tensor<8x3xf32>)
    -> tensor<8x28xf32> {
  %C = neo.compute [k: 8, p: 28] sum [r: 3]
         %A[p + r - 1] if (p + r - 1 >= 0, p + r - 1 < 28) else 1.0, %W[k, r]
     : (tensor<28xf32>, tensor<8x3xf32>) -> tensor<8x28xf32> {
  ^bb0(%a: f32, %w: f32):
    %0 = arith.mulf %a, %w : f32
    neo.yield %0 : f32
  }
  return %C : tensor<8x28xf32>
}

// A summand is no factor.
// CHECK-LABEL: func.func @summand(
// CHECK-NEXT:    neo.compute [k: 8, p: 28] sum [r: 3] %{{.*}}[k, p + r]
// CHECK-SAME:      where
func.func @summand(%A: tensor<8x28xf32>, %W: tensor<8x3xf32>)
    -> tensor<8x28xf32> {
  %C = neo.compute [k: 8, p: 28] sum [r: 3] %A[k, p + r], %W[k, r]
         where (p + r < 28)
     : (tensor<8x28xf32>, tensor<8x3xf32>) -> tensor<8x28xf32> {
  ^bb0(%a: f32, %w: f32):
    %0 = arith.addf %a, %w : f32
    neo.yield %0 : f32
  }
  return %C : tensor<8x28xf32>
}
