// RUN: neo-opt %s --split-input-file --verify-diagnostics

// (C12) The loops of a gather are the dimensions of its result, those of a
// scatter_add the dimensions of its source; each has an identifier of its own.

func.func @f(%A: tensor<8xf32>, %I: tensor<4xi64>) -> tensor<4xf32> {
  // expected-error @below {{loop name 'mod' is not an identifier of its own (C12)}}
  %0 = "neo.gather"(%A, %I) <{index = affine_map<(d0)[s0] -> (s0)>,
        maps = [affine_map<(d0) -> (d0)>], loops = ["mod"]}>
     : (tensor<8xf32>, tensor<4xi64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%A: tensor<8xf32>, %I: tensor<4xi64>) -> tensor<4xf32> {
  // expected-error @below {{names 2 of its 1 loops (C12)}}
  %0 = "neo.gather"(%A, %I) <{index = affine_map<(d0)[s0] -> (s0)>,
        maps = [affine_map<(d0) -> (d0)>], loops = ["i", "j"]}>
     : (tensor<8xf32>, tensor<4xi64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%A: tensor<8xf32>, %I: tensor<4xi64>) -> tensor<4xf32> {
  // expected-error @below {{loop 'i' is named twice}}
  %0 = neo.gather [i: 4, i: 4] %A[%I[i]] : (tensor<8xf32>, tensor<4xi64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
