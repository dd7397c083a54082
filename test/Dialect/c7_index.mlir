// RUN: neo-opt %s --split-input-file --verify-diagnostics

// (C7) The body holds neo.index and those speculatable arith and math
// operations on scalars that the interpreter has a row for; neo.index is of
// that body and names a loop of it.

// A loop that does not exist.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  %0 = neo.compute [i: 4] %A[i] : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    // expected-error @below {{names loop 1 of 1 (C7)}}
    %i = neo.index 1 : index
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}

// -----

// neo.index outside of a neo.compute.
func.func @f() -> index {
  // expected-error @below {{expects parent op 'neo.compute'}}
  %0 = neo.index 0 : index
  return %0 : index
}
