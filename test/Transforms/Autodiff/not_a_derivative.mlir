// RUN: neo-opt %s --neo-autodiff --split-input-file --verify-diagnostics

// A function of that name which cannot be the derivative; and one that can be,
// which is taken for it.

func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
  return %x : tensor<3xf32>
}
// expected-error @below {{'@f_vjp' is '(tensor<3xf32>) -> tensor<3xf32>', but the derivative of '@f' is '(tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>': rename it, or name the functions to differentiate}}
func.func @f_vjp(%x: tensor<3xf32>) -> tensor<3xf32> {
  return %x : tensor<3xf32>
}

// -----

func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
  return %x : tensor<3xf32>
}
func.func @f_vjp(%x: tensor<3xf32>, %dy: tensor<3xf32>) -> tensor<3xf32> {
  return %x : tensor<3xf32>
}
