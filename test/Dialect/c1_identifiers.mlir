// RUN: neo-opt %s --split-input-file --verify-diagnostics

// (C1) The output loops are the dimensions of the result; every loop has a name of
// its own.

// A name that no index could hold.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{loop name 'row number' is not an identifier that an index can hold (C1)}}
  %0 = "neo.compute"(%A) <{kind = 0 : i32, maps = [affine_map<(i) -> (i)>],
        guards = [unit], pads = [unit], reductionExtents = array<i64>,
        loops = ["row number"]}> ({
  ^bb0(%a: f32):
    neo.yield %a : f32
  }) : (tensor<8xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A name that means something else in an index.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{loop name 'mod' is not an identifier that an index can hold (C1)}}
  %0 = "neo.compute"(%A) <{kind = 0 : i32, maps = [affine_map<(i) -> (i)>],
        guards = [unit], pads = [unit], reductionExtents = array<i64>,
        loops = ["mod"]}> ({
  ^bb0(%a: f32):
    neo.yield %a : f32
  }) : (tensor<8xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
