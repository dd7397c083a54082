// RUN: neo-opt %s --split-input-file --verify-diagnostics

// (C4) Every index lies inside its operand wherever the operand's guard and the
// 'where' guard hold.

// Intervals alone cannot tell; i - r = 0 everywhere, but for (1, 0) and (0, 1).
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{index '8 * i - 8 * r' of operand #0 is -8 at i = 0, r = 1, outside dimension 0 of extent 8 (C4)}}
  // expected-note @below {{the index reaches -8..24}}
  %0 = neo.compute [i: 4] sum [r: 2] %A[8 * i - 8 * r]
     where (i < 2, i + r < 2) : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}

// -----

// Exact where intervals are not: (i + r) - (i + r) mod 2 is 2 * ((i + r) floordiv 2).
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  %0 = neo.compute [i: 4] sum [r: 4] %A[i + r - (i + r) mod 2] : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}
