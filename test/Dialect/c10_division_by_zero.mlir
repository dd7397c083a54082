// RUN: neo-opt %s --split-input-file --verify-diagnostics

// (C10) Indices and conditions are quasi-affine: they multiply by constants
// only, divide by positive constants only, and stay within 64 bits.

// Division by zero.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{an index of operand #0 divides by something that is not a positive constant (C10)}}
  %0 = neo.compute [i: 4] %A[i floordiv 0] : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}

// -----

// Division by zero in a guard.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{guard of operand #0 divides by something that is not a positive constant (C10)}}
  %0 = neo.compute [i: 4] %A[i] if (i mod 0 >= 0) else 0.0 : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}

// -----

// Division by zero in a 'where'.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{'where' guard divides by something that is not a positive constant (C10)}}
  %0 = neo.compute [i: 4] sum [] %A[i] where (i ceildiv 0 >= 0) : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}
