// RUN: neo-opt %s --split-input-file --verify-diagnostics

// (C5) A guarded operand has a pad of its element type, an unguarded one has none.

// A guard without a pad.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{operand #0 has no pad (C5)}}
  %0 = "neo.compute"(%A) <{kind = 0 : i32, maps = [affine_map<(i) -> (i)>],
        guards = [affine_set<(i) : (i - 1 >= 0)>], pads = [unit], reductionExtents = array<i64>,
        loops = ["i"]}> ({
  ^bb0(%a: f32):
    neo.yield %a : f32
  }) : (tensor<8xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A pad without a guard.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{operand #0 has a pad but no guard (C5)}}
  %0 = "neo.compute"(%A) <{kind = 0 : i32, maps = [affine_map<(i) -> (i)>],
        guards = [unit], pads = [0.0 : f32], reductionExtents = array<i64>,
        loops = ["i"]}> ({
  ^bb0(%a: f32):
    neo.yield %a : f32
  }) : (tensor<8xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
