// RUN: neo-opt %s --split-input-file --verify-diagnostics
//
// (C10) Indices and conditions are quasi-affine: they multiply by constants only,
// divide by positive constants only, and stay within 64 bits.

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

// A constant that leaves no room for a sum.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{the constants of this index reach beyond 2^61 = 2305843009213693952, where 64-bit arithmetic could wrap: make them smaller (C10)}}
  %0 = neo.compute [i: 4] %A[9223372036854775807 * i] : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}

// -----

// Constants whose product is 2^64, which would fold to 0.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{the constants of this index reach beyond 2^61}}
  %0 = neo.compute [i: 4] %A[i * 1152921504606846976 * 16 + i] : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}

// -----

// The same in a sum, and in a guard.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  %0 = neo.compute [i: 4] %A[i] if (
     // expected-error @below {{the constants of this index reach beyond 2^61}}
     i * 2000000000000000000 < 2000000000000000000 + i) else 0.0 : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}

// -----

// In generic form constants that MLIR did not fold.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{an index of operand #0 leaves 64 bits, or its constants reach beyond 2^61: make extents or constants smaller (C10)}}
  %0 = "neo.compute"(%A) <{kind = 0 : i32, maps = [affine_map<(i) -> (i * 9223372036854775807)>],
        guards = [unit], pads = [unit], reductionExtents = array<i64>,
        loops = ["i"]}> ({
  ^bb0(%a: f32):
    neo.yield %a : f32
  }) : (tensor<8xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Values, and not constants, that 64 bits do not hold.
func.func @f(%A: tensor<8xf32>) -> tensor<1000000xf32> {
  // expected-error @below {{an index of operand #0 leaves 64 bits}}
  %0 = neo.compute [i: 1000000] %A[1000000000000000 * i] : (tensor<8xf32>) -> tensor<1000000xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<1000000xf32>
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
