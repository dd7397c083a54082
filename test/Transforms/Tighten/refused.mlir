// RUN: neo-opt --neo-tighten="explain" --verify-diagnostics %s | FileCheck %s

// What is left alone, and why.

// CHECK-LABEL: @bounds
func.func @bounds(%A: tensor<8xf32>, %W: tensor<3xf32>) -> tensor<8xf32> {
  // expected-remark @+1 {{its terms stay as they are: no equation, and no narrow bounds, decide which of its terms exist}}
  %C = neo.compute [p: 8] sum [r: 3]
         %A[p + r - 1] if (p + r - 1 >= 0, p + r - 1 < 8) else 0.0, %W[r]
     : (tensor<8xf32>, tensor<3xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32, %w: f32):
    %0 = arith.mulf %a, %w : f32
    neo.yield %0 : f32
  }
  return %C : tensor<8xf32>
}

// A pad of 1 is not a missing term.
// CHECK-LABEL: @pad
func.func @pad(%A: tensor<4xf32>, %W: tensor<4xf32>) -> tensor<8xf32> {
  // expected-remark @+1 {{its terms stay as they are: no equation, and no narrow bounds, decide which of its terms exist}}
  %C = neo.compute [p: 8] sum [r: 4]
         %A[p floordiv 2] if ((p + r) mod 2 == 0) else 1.0, %W[r]
     : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32, %w: f32):
    %0 = arith.mulf %a, %w : f32
    neo.yield %0 : f32
  }
  return %C : tensor<8xf32>
}

// CHECK-LABEL: @maximum
func.func @maximum(%A: tensor<8x4xf32>) -> tensor<8xf32> {
  // expected-remark @+1 {{its terms stay as they are: it does not sum over loops of its own}}
  %C = neo.compute [p: 8] max [r: 4] %A[p, r] where ((p + r) mod 2 == 0)
     : (tensor<8x4xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %C : tensor<8xf32>
}
