// RUN: neo-opt %s --split-input-file --verify-diagnostics

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
