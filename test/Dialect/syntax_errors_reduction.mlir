// RUN: neo-opt %s --split-input-file --verify-diagnostics

func.func @unknown_reduction(%A: tensor<4xf32>) {
  // expected-error @below {{expected an operand or one of sum, prod, max, min, and, or, argmax, argmin, not 'mean'}}
  %0 = neo.compute [i: 4] mean [r: 4] %A[r] : (tensor<4xf32>) -> tensor<4xf32> {
  }
}

// -----

func.func @reduction_without_loops(%A: tensor<4xf32>) {
  // expected-error @below {{expected '['}}
  %0 = neo.compute [i: 4] sum %A[i] : (tensor<4xf32>) -> tensor<4xf32> {
  }
}
