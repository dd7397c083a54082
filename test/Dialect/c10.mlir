// RUN: neo-opt %s --split-input-file --verify-diagnostics
//
// (C10) Indices and conditions are quasi-affine: they multiply by constants only,
// divide by positive constants only, and stay within 64 bits.

// The product of two loops.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  %0 = neo.compute [i: 4] %A[
     // expected-error @below {{at least one of the multiply operands has to be either a constant or symbolic}}
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
     // expected-error @below {{right operand of floordiv has to be either a constant or symbolic}}
     i floordiv r] : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}

// -----

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

// A negative modulus.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{an index of operand #0 divides by something that is not a positive constant (C10)}}
  %0 = neo.compute [i: 4] %A[i mod -2] : (tensor<8xf32>) -> tensor<4xf32> {
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

// -----

// An index that 64 bits do not hold.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{an index of operand #0 leaves 64 bits (C10)}}
  %0 = neo.compute [i: 4] %A[9223372036854775807 * i] : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}

// -----

// A negative divisor in generic form.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{an index of operand #0 divides by something that is not a positive constant (C10)}}
  %0 = "neo.compute"(%A) <{kind = 0 : i32, maps = [affine_map<(i) -> (i floordiv -1)>],
        guards = [unit], pads = [unit], reductionExtents = array<i64>,
        loops = ["i"]}> ({
  ^bb0(%a: f32):
    neo.yield %a : f32
  }) : (tensor<8xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
