// RUN: neo-opt %s --split-input-file --verify-diagnostics

// (C5) A guarded operand has a pad of its element type, an unguarded one has none.

// A pad of another type.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{pad of operand #0 is 'f64', the operand holds 'f32' (C5)}}
  %0 = "neo.compute"(%A) <{kind = 0 : i32, maps = [affine_map<(i) -> (i)>],
        guards = [affine_set<(i) : (i - 1 >= 0)>], pads = [0.0 : f64], reductionExtents = array<i64>,
        loops = ["i"]}> ({
  ^bb0(%a: f32):
    neo.yield %a : f32
  }) : (tensor<8xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A fraction as the pad of integers.
func.func @f(%A: tensor<8xi32>) -> tensor<4xi32> {
  %0 = neo.compute [i: 4] %A[i] if (i < 2) else
     // expected-error @below {{pad of an operand of 'i32' must be an integer}}
     0.5 : (tensor<8xi32>) -> tensor<4xi32> {
  ^bb0(%a: i32):
    neo.yield %a : i32
  }
  return %0 : tensor<4xi32>
}
