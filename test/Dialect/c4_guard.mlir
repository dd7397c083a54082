// RUN: neo-opt %s --split-input-file --verify-diagnostics

// (C4) Every index lies inside its operand wherever the operand's guard and the
// 'where' guard hold.

// The guard leaves a point outside.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{index '4 * i' of operand #0 is 8 at i = 2, outside dimension 0 of extent 8 (C4)}}
  // expected-note @below {{the index reaches 0..12}}
  %0 = neo.compute [i: 4] %A[4 * i] if (i < 3) else 0.0 : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}

// -----

// A guard and a 'where' that prove the access together.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  %0 = neo.compute [i: 4] sum [r: 4] %A[3 * i - r]
     if (3 * i - r >= 0) else 0.0 where (i < 3) : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}
