// RUN: neo-opt %s --verify-diagnostics

// (C17) The step is a function of the module that fits the operands and results.

func.func @f(%h: tensor<f32>) -> tensor<2xf32> {
  // expected-error @below {{the first results of a scan are the last state, of the types that it carries (C17)}}
  %0 = neo.scan @step steps 2 carry(%h) : (tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func private @step(tensor<f32>) -> tensor<f32>
