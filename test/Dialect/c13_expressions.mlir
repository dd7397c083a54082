// RUN: neo-opt %s --split-input-file --verify-diagnostics

// (C13) There is one index per dimension: an expression of the loops, or one
// integer that a tensor holds at such expressions.

func.func @f(%A: tensor<8x8xf32>, %I: tensor<4xi64>) -> tensor<4xf32> {
  // expected-error @below {{an index of the indexed tensor is not quasi-affine within 64 bits: multiply by constants, divide by positive constants only (C13)}}
  %0 = "neo.gather"(%A, %I) <{index = affine_map<(d0)[s0] -> (s0, d0 mod -3)>,
        maps = [affine_map<(d0) -> (d0)>], loops = ["i"]}>
     : (tensor<8x8xf32>, tensor<4xi64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%A: tensor<8xf32>, %I: tensor<4xi64>) -> tensor<4xf32> {
  // expected-error @below {{'where' guard must range over the 1 loops (C13)}}
  %0 = "neo.gather"(%A, %I) <{index = affine_map<(d0)[s0] -> (s0)>,
        maps = [affine_map<(d0) -> (d0)>], loops = ["i"],
        where = affine_set<(d0, d1) : (d1 >= 0)>}>
     : (tensor<8xf32>, tensor<4xi64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
