// RUN: neo-opt %s --split-input-file --verify-diagnostics
//
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

// -----

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

// No point, no wrong index.
func.func @f(%A: tensor<8xf32>) -> tensor<0x4xf32> {
  %0 = neo.compute [z: 0, i: 4] %A[i + 100]
     : (tensor<8xf32>) -> tensor<0x4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<0x4xf32>
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
