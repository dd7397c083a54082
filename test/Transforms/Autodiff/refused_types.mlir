// RUN: neo-opt --neo-autodiff=scatter=false --split-input-file --verify-diagnostics %s

// expected-error @+1 {{cannot differentiate with respect to argument #1 of type 'f32': pass a ranked tensor of static shape}}
func.func @scalar(%x: tensor<3xf32>, %s: f32) -> tensor<3xf32> {
  return %x : tensor<3xf32>
}

// -----

// expected-error @+1 {{cannot differentiate with respect to argument #0 of type 'tensor<?xf32>': pass a ranked tensor of static shape}}
func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}
