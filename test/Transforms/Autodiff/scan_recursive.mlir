// RUN: neo-opt %s --neo-autodiff=functions=f --split-input-file --verify-diagnostics

// A step that scans itself has no end.

func.func private @g(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{cannot differentiate the recursive function '@g': such a loop has no end}}
  %0 = neo.scan @g steps 2 carry(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  %0 = neo.scan @g steps 2 carry(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @f(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{cannot differentiate the recursive function '@f': such a loop has no end}}
  %0 = neo.scan @f steps 2 carry(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
