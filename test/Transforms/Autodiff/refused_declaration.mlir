// RUN: neo-opt --neo-autodiff=scatter=false --verify-diagnostics %s

func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
  return %x : tensor<3xf32>
}
// expected-error @+1 {{'@f_vjp' is declared as '(tensor<3xf32>) -> tensor<3xf32>', the derivative is '(tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>'}}
func.func private @f_vjp(tensor<3xf32>) -> tensor<3xf32>
