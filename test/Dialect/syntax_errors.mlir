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

// -----

func.func @loop_out_of_scope(%A: tensor<4xf32>) {
  // expected-error @below {{'j' is not a loop of this neo.compute}}
  %0 = neo.compute [i: 4] %A[j] : (tensor<4xf32>) -> tensor<4xf32> {
  }
}

// -----

func.func @guard_without_conditions(%A: tensor<4xf32>) {
  // expected-error @below {{a guard needs at least one condition}}
  %0 = neo.compute [i: 4] %A[i] if () else 0.0 : (tensor<4xf32>) -> tensor<4xf32> {
  }
}

// -----

func.func @guard_without_comparison(%A: tensor<4xf32>) {
  // expected-error @below {{expected a comparison: <, <=, >, >= or ==}}
  %0 = neo.compute [i: 4] %A[i] if (i) else 0.0 : (tensor<4xf32>) -> tensor<4xf32> {
  }
}

// -----

func.func @guard_without_pad(%A: tensor<4xf32>) {
  // expected-error @below {{expected 'else'}}
  %0 = neo.compute [i: 4] %A[i] if (i < 2) : (tensor<4xf32>) -> tensor<4xf32> {
  }
}

// -----

func.func @extent_too_large(%A: tensor<4xf32>) {
  // expected-error @below {{integer value too large}}
  %0 = neo.compute [i: 99999999999999999999] %A[i] : (tensor<4xf32>) -> tensor<4xf32> {
  }
}

// -----

func.func @two_results(%A: tensor<4xf32>) {
  // expected-error @below {{neo.compute has exactly one result}}
  %0 = neo.compute [i: 4] %A[i] : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  }
}

// -----

func.func @more_types_than_operands(%A: tensor<4xf32>) {
  // expected-error @below {{number of operands and types do not match: got 1 operands and 2 types}}
  %0 = neo.compute [i: 4] %A[i] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> {
  }
}

// -----

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

// -----

func.func @dynamic_extent(%A: tensor<?xf32>) {
  // expected-error @below {{operand #0 must be variadic of statically shaped tensor}}
  %0 = neo.compute [i: 4] %A[i] : (tensor<?xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return
}

// -----

func.func @attribute_given_twice(%A: tensor<4xf32>) {
  // expected-error @below {{attribute 'maps' occurs more than once}}
  %0 = neo.compute [i: 4] %A[i] {maps = []} : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
}

// -----

func.func @launch_of_nothing(%A: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{launches 'nothing', which this module does not define}}
  %0 = neo.launch @nothing(%A) range 4 grain 1 : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
