// RUN: neo-opt %s --split-input-file --verify-diagnostics

// (C4) Every index lies inside its operand wherever the operand's guard and the
// 'where' guard hold.

// One too far.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{index '2 * i + 2' of operand #0 is 8 at i = 3, outside dimension 0 of extent 8 (C4)}}
  // expected-note @below {{the index reaches 2..8; guard the operand or change the extents}}
  %0 = neo.compute [i: 4] %A[2 * i + 2] : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}

// -----

// One too early.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{index 'i - 1' of operand #0 is -1 at i = 0, outside dimension 0 of extent 8 (C4)}}
  // expected-note @below {{the index reaches -1..2}}
  %0 = neo.compute [i: 4] %A[i - 1] : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}
