// RUN: neo-opt %s --split-input-file --verify-diagnostics

// (C1) The output loops are the dimensions of the result; every loop has a name of
// its own.

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
