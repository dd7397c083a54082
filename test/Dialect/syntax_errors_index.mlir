// RUN: neo-opt %s --split-input-file --verify-diagnostics

func.func @loop_out_of_scope(%A: tensor<4xf32>) {
  // expected-error @below {{'j' is not a loop of this operator}}
  %0 = neo.compute [i: 4] %A[j] : (tensor<4xf32>) -> tensor<4xf32> {
  }
}

// -----

func.func @extent_too_large(%A: tensor<4xf32>) {
  // expected-error @below {{integer value too large}}
  %0 = neo.compute [i: 99999999999999999999] %A[i] : (tensor<4xf32>) -> tensor<4xf32> {
  }
}
