// RUN: neo-opt --neo-autodiff=scatter=false --split-input-file --verify-diagnostics %s

// expected-error @+1 {{cannot differentiate the recursive function '@again': unroll it first}}
func.func @again(%x: tensor<3xf32>) -> tensor<3xf32> {
  %y = func.call @again(%x) : (tensor<3xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

// expected-error @+1 {{cannot differentiate '@elsewhere', which has no body: define it in this module}}
func.func private @elsewhere(tensor<3xf32>) -> tensor<3xf32>
func.func @calls(%x: tensor<3xf32>) -> tensor<3xf32> {
  %y = func.call @elsewhere(%x) : (tensor<3xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

// expected-error @+1 {{cannot differentiate '@branches', which has branches: keep one block}}
func.func @branches(%x: tensor<3xf32>) -> tensor<3xf32> {
  cf.br ^next
^next:
  return %x : tensor<3xf32>
}
