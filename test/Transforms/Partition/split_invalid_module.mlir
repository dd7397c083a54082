// RUN: neo-opt --neo-split-backward="function=f first=0 results=0" --split-input-file --verify-diagnostics %s

// The function is replaced by two, whose names are given.

func.func private @f_forward()

// expected-error @+1 {{there is a function '@f_forward' already: rename one}}
func.func @f(%g: tensor<4xf32>) -> tensor<4xf32> {
  return %g : tensor<4xf32>
}

// -----

// expected-error @+1 {{is called, and would be gone: inline it first}}
func.func @f(%g: tensor<4xf32>) -> tensor<4xf32> {
  return %g : tensor<4xf32>
}

func.func @caller(%g: tensor<4xf32>) -> tensor<4xf32> {
  %d = call @f(%g) : (tensor<4xf32>) -> tensor<4xf32>
  return %d : tensor<4xf32>
}
