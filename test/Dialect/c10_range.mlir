// RUN: neo-opt %s --split-input-file --verify-diagnostics

// (C10) Indices and conditions are quasi-affine: they multiply by constants
// only, divide by positive constants only, and stay within 64 bits.

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
