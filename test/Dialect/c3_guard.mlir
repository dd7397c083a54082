// RUN: neo-opt %s --split-input-file --verify-diagnostics

// (C3) There is one map, one guard and one pad per operand, each over all loops and
// without symbols.

// A guard with a symbol.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{guard of operand #0 must range over the 1 loops (C3)}}
  %0 = "neo.compute"(%A) <{kind = 0 : i32, maps = [affine_map<(i) -> (i)>],
        guards = [affine_set<(i)[s] : (i + s >= 0)>], pads = [0.0 : f32], reductionExtents = array<i64>,
        loops = ["i"]}> ({
  ^bb0(%a: f32):
    neo.yield %a : f32
  }) : (tensor<8xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A guard that is none.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{guard of operand #0 is no integer set: 7 : i32 (C3)}}
  %0 = "neo.compute"(%A) <{kind = 0 : i32, maps = [affine_map<(i) -> (i)>],
        guards = [7 : i32], pads = [unit], reductionExtents = array<i64>,
        loops = ["i"]}> ({
  ^bb0(%a: f32):
    neo.yield %a : f32
  }) : (tensor<8xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
