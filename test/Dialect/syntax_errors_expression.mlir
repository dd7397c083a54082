// RUN: neo-opt %s --split-input-file --verify-diagnostics

func.func @no_index(%A: tensor<4xf32>) {
  // expected-error @below {{expected an index: a loop, an integer or a sum in parentheses}}
  %0 = neo.compute [i: 4] %A[i + ] : (tensor<4xf32>) -> tensor<4xf32> {
  }
}

// -----

func.func @open_parenthesis(%A: tensor<4xf32>) {
  // expected-error @below {{expected ')'}}
  %0 = neo.compute [i: 4] %A[2 * (i + 1] : (tensor<4xf32>) -> tensor<4xf32> {
  }
}
