// RUN: neo-opt %s --split-input-file --verify-diagnostics

// (C10) Indices and conditions are quasi-affine: they multiply by constants
// only, divide by positive constants only, and stay within 64 bits.

// The product of two loops.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  %0 = neo.compute [i: 4] %A[
     // expected-error @below {{an index is multiplied by constants only: one factor must be an integer (C10)}}
     i * i] : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}

// -----

// A division by a loop.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  %0 = neo.compute [i: 4] sum [r: 2] %A[
     // expected-error @below {{an index is divided by positive constants only (C10)}}
     i floordiv r] : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}
