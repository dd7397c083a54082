// RUN: neo-opt %s --split-input-file --verify-diagnostics

// (C10) Indices and conditions are quasi-affine: they multiply by constants
// only, divide by positive constants only, and stay within 64 bits.

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
