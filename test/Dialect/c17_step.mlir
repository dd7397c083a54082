// RUN: neo-opt %s --split-input-file --verify-diagnostics

// (C17) The step is a function of the module that fits the operands and results.

func.func @f(%h: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{the step '@step' is no function of this module (C17)}}
  %0 = neo.scan @step steps 2 carry(%h) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @f(%h: tensor<f32>, %x: tensor<2x3xf32>) -> tensor<f32> {
  // expected-error @below {{the step '@step' is '(tensor<f32>) -> tensor<f32>', but these operands and results take '(tensor<f32>, tensor<3xf32>) -> tensor<f32>' (C17)}}
  %0 = neo.scan @step steps 2 carry(%h) over(%x)
     : (tensor<f32>, tensor<2x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @step(tensor<f32>) -> tensor<f32>
