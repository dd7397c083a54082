// RUN: neo-opt %s --split-input-file --verify-diagnostics
//
// (C8) No reduction loops and no 'where' without a reduction kind.

// 'where' without a kind: what would be outside?
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{has reduction loops or a 'where' guard, but no reduction kind (C8)}}
  %0 = neo.compute [i: 4] %A[i] where (i < 2) : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}

// -----

// Reduction loops without a kind.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{has reduction loops or a 'where' guard, but no reduction kind (C8)}}
  %0 = "neo.compute"(%A) <{kind = 0 : i32, maps = [affine_map<(i, r) -> (i)>],
        guards = [unit], pads = [unit], reductionExtents = array<i64: 3>,
        loops = ["i", "r"]}> ({
  ^bb0(%a: f32):
    neo.yield %a : f32
  }) : (tensor<8xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A kind without loops is fine: outside, the sum has no term.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  %0 = neo.compute [i: 4] sum [] %A[i] where (i < 2) : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}
