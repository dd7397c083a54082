// RUN: neo-opt %s --split-input-file --verify-diagnostics

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

func.func @dynamic_extent(%A: tensor<?xf32>) {
  // expected-error @below {{operand #0 must be variadic of statically shaped tensor}}
  %0 = neo.compute [i: 4] %A[i] : (tensor<?xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return
}
