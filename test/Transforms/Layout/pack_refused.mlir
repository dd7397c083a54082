// RUN: neo-opt --neo-pack %s | FileCheck %s

// Operands that stay where they are.

// Used 8 times each: the copy would cost more than it saves.
// CHECK-LABEL: func.func @seldom(
// CHECK-NEXT:    neo.compute [i: 8, j: 64] sum
func.func @seldom(%A: tensor<8x64xf32>, %B: tensor<64x64xf32>)
    -> tensor<8x64xf32> {
  %C = neo.compute [i: 8, j: 64] sum [k: 64] %A[i, k], %B[j, k]
     : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<8x64xf32>
}

// Twelve rows of either operand fill no vector.
// CHECK-LABEL: func.func @too_few_rows(
// CHECK-NEXT:    neo.compute [i: 12, c: 8, j: 12] sum
func.func @too_few_rows(%A: tensor<12x64xf32>, %B: tensor<12x64xf32>)
    -> tensor<12x8x12xf32> {
  %C = neo.compute [i: 12, c: 8, j: 12] sum [k: 64] %A[i, k], %B[j, k]
     : (tensor<12x64xf32>, tensor<12x64xf32>) -> tensor<12x8x12xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<12x8x12xf32>
}

// Under a guard not every element of a panel exists.
// CHECK-LABEL: func.func @guarded(
// CHECK-NEXT:    neo.compute [i: 64, j: 64] sum
func.func @guarded(%A: tensor<64x64xf32>, %B: tensor<64x64xf32>)
    -> tensor<64x64xf32> {
  %C = neo.compute [i: 64, j: 64] sum [k: 64]
         %A[i, k - 1] if (k >= 1) else 0.0, %B[j, k - 1] if (k >= 1) else 0.0
     : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// A maximum is no contraction.
// CHECK-LABEL: func.func @maximum(
// CHECK-NEXT:    neo.compute [i: 64, j: 64] max
func.func @maximum(%A: tensor<64x64xf32>, %B: tensor<64x64xf32>)
    -> tensor<64x64xf32> {
  %C = neo.compute [i: 64, j: 64] max [k: 64] %A[i, k], %B[j, k]
     : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}
