// RUN: neo-opt %s --neo-autodiff=functions=f --verify-diagnostics

// Steps that scan themselves by way of another have no end.

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
