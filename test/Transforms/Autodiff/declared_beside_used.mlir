// RUN: neo-opt --neo-autodiff --verify-diagnostics %s
// RUN: neo-opt --neo-optimize --verify-diagnostics %s

// Who declares a derivative wants it, though another one is called.

func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
  return %x : tensor<3xf32>
}
func.func private @f_vjp(tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
func.func @caller(%x: tensor<3xf32>) -> tensor<3xf32> {
  %y = func.call @f_vjp(%x, %x)
     : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}
// expected-error @+1 {{'@h_jvp' is declared, but there is no function '@h'}}
func.func private @h_jvp(tensor<3xf32>, tensor<3xf32>)
    -> (tensor<3xf32>, tensor<3xf32>)
