// RUN: neo-opt --neo-pad=explain --neo-pack=explain %s 2>&1 | FileCheck %s

// CHECK: remark: its operands are not padded: no guard only keeps a factor in bounds
// CHECK: remark: operand #0 is not packed: its elements are used too seldom
// CHECK: remark: operand #1 is not packed: its elements are used too seldom
func.func @f(%A: tensor<8x64xf32>, %B: tensor<8x64xf32>) -> tensor<8x8xf32> {
  %C = neo.compute [i: 8, j: 8] sum [k: 64] %A[i, k], %B[j, k]
     : (tensor<8x64xf32>, tensor<8x64xf32>) -> tensor<8x8xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<8x8xf32>
}
