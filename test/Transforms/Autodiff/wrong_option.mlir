// RUN: neo-opt --neo-autodiff="functions=f" --split-input-file --verify-diagnostics %s

// expected-error @+1 {{there is no function '@f' to differentiate: check the option 'functions'}}
module {
}

// -----

func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
  return %x : tensor<3xf32>
}
// expected-error @+1 {{'@f_vjp' already has a body: rename it to derive '@f'}}
func.func @f_vjp(%x: tensor<3xf32>, %g: tensor<3xf32>) -> tensor<3xf32> {
  return %g : tensor<3xf32>
}
