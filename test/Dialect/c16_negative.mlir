// RUN: neo-opt %s --verify-diagnostics

// (C16) The number of steps is not negative, and the first extent of every
// tensor that a scan runs over and of every output.

func.func @f(%h: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{the scan takes -1 steps: their number is not negative (C16)}}
  %0 = neo.scan @step steps -1 carry(%h) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @step(tensor<f32>) -> tensor<f32>
