// RUN: neo-opt %s --verify-diagnostics

// (C16) The number of steps is not negative, and the first extent of every
// tensor that a scan runs over and of every output.

func.func @f(%x: tensor<4x3xf32>) -> tensor<3xf32> {
  // expected-error @below {{but an output is 'tensor<3xf32>'}}
  %0 = neo.scan @step steps 4 over(%x) : (tensor<4x3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
func.func private @step(tensor<3xf32>) -> tensor<f32>
