// RUN: neo-opt %s --split-input-file --verify-diagnostics

func.func @loop_out_of_scope(%A: tensor<8xf32>, %I: tensor<4xi64>) {
  // expected-error @below {{'j' is not a loop}}
  %0 = neo.gather [i: 4] %A[%I[j]] : (tensor<8xf32>, tensor<4xi64>) -> tensor<4xf32>
}

// -----

func.func @types_missing(%A: tensor<8xf32>, %I: tensor<4xi64>) {
  // expected-error @below {{expected the types of 2 operands and of one result}}
  %0 = neo.gather [i: 4] %A[%I[i]] : (tensor<8xf32>) -> tensor<4xf32>
}

// -----

func.func @no_destination(%Y: tensor<4xf32>, %I: tensor<4xi64>) {
  // expected-error @below {{expected 'into'}}
  %0 = neo.scatter_add [i: 4] %Y[i] [%I[i]] : (tensor<4xf32>, tensor<4xi64>) -> tensor<8xf32>
}

// -----

func.func @no_guard(%A: tensor<8xf32>, %I: tensor<4xi64>) {
  // expected-error @below {{expected '('}}
  %0 = neo.gather [i: 4] %A[%I[i]] where i >= 1 : (tensor<8xf32>, tensor<4xi64>) -> tensor<4xf32>
}
