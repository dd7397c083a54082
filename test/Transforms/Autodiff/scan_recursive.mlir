// RUN: neo-opt %s --neo-autodiff=functions=f --split-input-file --verify-diagnostics

// Steps that scan themselves, at once or by way of another, have no end.

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

// -----

// expected-error @below {{cannot differentiate '@g', which scans itself}}
func.func private @g(%x: tensor<f32>) -> tensor<f32> {
  %0 = neo.scan @h steps 2 carry(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @h(%x: tensor<f32>) -> tensor<f32> {
  %0 = neo.scan @g steps 2 carry(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  %0 = neo.scan @g steps 2 carry(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
