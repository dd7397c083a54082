// RUN: neo-opt --neo-pad=explain %s 2>&1 | FileCheck %s

// What reads a padded copy is said with the copy's size and use.

// CHECK: remark: operand #0 reads a copy with zeros around it, of 1920 elements used 89 times each
// CHECK-NOT: remark: its operands are not padded
func.func @f(%A: tensor<64x28xf32>, %W: tensor<32x64x3xf32>) -> tensor<32x28xf32> {
  %C = neo.compute [k: 32, p: 28] sum [c: 64, r: 3]
         %A[c, p + r - 1] if (p + r - 1 >= 0, -p - r + 28 >= 0) else 0.0, %W[k, c, r]
     : (tensor<64x28xf32>, tensor<32x64x3xf32>) -> tensor<32x28xf32> {
  ^bb0(%a: f32, %w: f32):
    %0 = arith.mulf %a, %w : f32
    neo.yield %0 : f32
  }
  return %C : tensor<32x28xf32>
}
