// RUN: neo-opt %s --split-input-file --verify-diagnostics

// (C3) There is one map, one guard and one pad per operand, each over all loops and
// without symbols.

// Two indices for one dimension.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{operand #0 has rank 1 but 2 indices (C3)}}
  %0 = neo.compute [i: 4] %A[i, i] : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}

// -----

// No map.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{has 1 operands, 0 maps, 1 guards and 1 pads (C3)}}
  %0 = "neo.compute"(%A) <{kind = 0 : i32, maps = [],
        guards = [unit], pads = [unit], reductionExtents = array<i64>,
        loops = ["i"]}> ({
  ^bb0(%a: f32):
    neo.yield %a : f32
  }) : (tensor<8xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A map over too few loops.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{map of operand #0 must range over the 1 loops (C3)}}
  %0 = "neo.compute"(%A) <{kind = 0 : i32, maps = [affine_map<() -> (0)>],
        guards = [unit], pads = [unit], reductionExtents = array<i64>,
        loops = ["i"]}> ({
  ^bb0(%a: f32):
    neo.yield %a : f32
  }) : (tensor<8xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A map with a symbol.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{map of operand #0 must range over the 1 loops (C3)}}
  %0 = "neo.compute"(%A) <{kind = 0 : i32, maps = [affine_map<(i)[s] -> (i + s)>],
        guards = [unit], pads = [unit], reductionExtents = array<i64>,
        loops = ["i"]}> ({
  ^bb0(%a: f32):
    neo.yield %a : f32
  }) : (tensor<8xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
