// Nothing is split where no operand knows more of the loop than its quotient, where one
// that divides it knows its remainder, too, or where the last group has fewer steps.
// RUN: neo-opt --neo-split-groups %s | FileCheck %s

// CHECK-LABEL: @no_other
// CHECK: neo.compute [k: 8] sum [c: 3] %{{.*}}[k floordiv 4, c], %{{.*}}[c]
// CHECK: return
func.func @no_other(%x: tensor<2x3xf32>, %w: tensor<3xf32>) -> tensor<8xf32> {
  %y = neo.compute [k: 8] sum [c: 3] %x[k floordiv 4, c], %w[c]
     : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<8xf32> {
  ^bb0(%u: f32, %v: f32):
    %0 = arith.mulf %u, %v : f32
    neo.yield %0 : f32
  }
  return %y : tensor<8xf32>
}

// CHECK-LABEL: @remainder
// CHECK: neo.compute [k: 8] sum [c: 3] %{{.*}}[k floordiv 4, k mod 4, c], %{{.*}}[k, c]
// CHECK: return
func.func @remainder(%x: tensor<2x4x3xf32>, %w: tensor<8x3xf32>) -> tensor<8xf32> {
  %y = neo.compute [k: 8] sum [c: 3] %x[k floordiv 4, k mod 4, c], %w[k, c]
     : (tensor<2x4x3xf32>, tensor<8x3xf32>) -> tensor<8xf32> {
  ^bb0(%u: f32, %v: f32):
    %0 = arith.mulf %u, %v : f32
    neo.yield %0 : f32
  }
  return %y : tensor<8xf32>
}

// CHECK-LABEL: @uneven
// CHECK: neo.compute [k: 9] sum [c: 3] %{{.*}}[k floordiv 4, c], %{{.*}}[k, c]
// CHECK: return
func.func @uneven(%x: tensor<3x3xf32>, %w: tensor<9x3xf32>) -> tensor<9xf32> {
  %y = neo.compute [k: 9] sum [c: 3] %x[k floordiv 4, c], %w[k, c]
     : (tensor<3x3xf32>, tensor<9x3xf32>) -> tensor<9xf32> {
  ^bb0(%u: f32, %v: f32):
    %0 = arith.mulf %u, %v : f32
    neo.yield %0 : f32
  }
  return %y : tensor<9xf32>
}
