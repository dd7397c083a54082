// RUN: neo-opt %s --split-input-file --verify-diagnostics

// (C16) The number of steps is not negative, and the first extent of every
// tensor that a scan runs over and of every output.

func.func @f(%x: tensor<4x3xf32>) {
  // expected-error @below {{the scan takes 5 steps, but a tensor it runs over is 'tensor<4x3xf32>': its first extent is the number of steps (C16)}}
  neo.scan @step steps 5 over(%x) : (tensor<4x3xf32>) -> ()
  return
}
func.func private @step(tensor<3xf32>)

// -----

func.func @f(%x: tensor<f32>) {
  // expected-error @below {{a tensor it runs over is 'tensor<f32>'}}
  neo.scan @step steps 1 over(%x) : (tensor<f32>) -> ()
  return
}
func.func private @step(tensor<f32>)
