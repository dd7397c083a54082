// RUN: neo-opt %s --verify-diagnostics

// (C13) Where an integer is read depends on loops alone.

func.func @f(%A: tensor<8xf32>, %I: tensor<4xi64>) -> tensor<4xf32> {
  // expected-error @below {{the index of operand #1 has symbols (C13)}}
  %0 = "neo.gather"(%A, %I) <{index = affine_map<(d0)[s0] -> (s0)>,
        maps = [affine_map<(d0)[s0] -> (s0)>], loops = ["i"]}>
     : (tensor<8xf32>, tensor<4xi64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
