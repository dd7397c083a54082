// RUN: neo-opt %s --split-input-file --verify-diagnostics

func.func @no_body(%A: tensor<4xf32>) {
  // expected-error @below {{expected '{' to begin a region}}
  %0 = neo.compute [i: 4] %A[i] : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @empty_body(%A: tensor<4xf32>) {
  // expected-error @below {{region with 1 blocks}}
  %0 = neo.compute [i: 4] %A[i] : (tensor<4xf32>) -> tensor<4xf32> {
  }
  return
}
