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

// No panel of 16 divides 60 rows.
// CHECK-LABEL: func.func @no_width(
// CHECK-NEXT:    neo.compute [i: 60, j: 60] sum
func.func @no_width(%A: tensor<60x64xf32>, %B: tensor<60x64xf32>)
    -> tensor<60x60xf32> {
  %C = neo.compute [i: 60, j: 60] sum [k: 64] %A[i, k], %B[j, k]
     : (tensor<60x64xf32>, tensor<60x64xf32>) -> tensor<60x60xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<60x60xf32>
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
