// RUN: neo-opt %s --split-input-file --verify-diagnostics
//
// (C1) The output loops are the dimensions of the result; every loop has a name of
// its own.

// One loop, but the result has another extent.
func.func @f(%A: tensor<8xf32>) -> tensor<5xf32> {
  %0 = neo.compute [i: 4] %A[i]
     // expected-error @below {{does not have the shape of the output loops (C1)}}
     : (tensor<8xf32>) -> tensor<5xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<5xf32>
}

// -----

// Two loops of one name.
func.func @f(%A: tensor<8xf32>) -> tensor<4x2xf32> {
  %0 = neo.compute [i: 4,
       // expected-error @below {{loop 'i' is named twice}}
       i: 2] %A[i] : (tensor<8xf32>) -> tensor<4x2xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4x2xf32>
}

// -----

// Fewer names than loops.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{names 0 of its 1 loops (C1)}}
  %0 = "neo.compute"(%A) <{kind = 0 : i32, maps = [affine_map<(i) -> (i)>],
        guards = [unit], pads = [unit], reductionExtents = array<i64>,
        loops = []}> ({
  ^bb0(%a: f32):
    neo.yield %a : f32
  }) : (tensor<8xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

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
