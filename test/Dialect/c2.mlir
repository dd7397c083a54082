// RUN: neo-opt %s --split-input-file --verify-diagnostics
//
// (C2) Extents are not negative, and their product fits 63 bits.

// A negative extent.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{loop 'r' has the negative extent -3 (C2)}}
  %0 = "neo.compute"(%A) <{kind = 1 : i32, maps = [affine_map<(i, r) -> (i)>],
        guards = [unit], pads = [unit], reductionExtents = array<i64: -3>,
        loops = ["i", "r"]}> ({
  ^bb0(%a: f32):
    neo.yield %a : f32
  }) : (tensor<8xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// More points than 63 bits count.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{loops have more than 2^63 - 1 points (C2)}}
  %0 = neo.compute [i: 4] sum [r: 9223372036854775807] %A[i]
     : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}

// -----

// An empty loop does not make the others small enough.
func.func @f(%A: tensor<8xf32>) -> tensor<0x4611686018427387904x8xf32> {
  // expected-error @below {{loops have more than 2^63 - 1 points (C2)}}
  %0 = neo.compute [z: 0, i: 4611686018427387904, j: 8] %A[j]
     : (tensor<8xf32>) -> tensor<0x4611686018427387904x8xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<0x4611686018427387904x8xf32>
}
