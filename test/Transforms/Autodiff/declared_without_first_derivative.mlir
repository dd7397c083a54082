// RUN: neo-opt --neo-autodiff --verify-diagnostics %s
// RUN: neo-opt --neo-optimize --verify-diagnostics %s

func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
  return %x : tensor<3xf32>
}
// The first derivative has to be asked for too.
// expected-error @+1 {{'@f_vjp_vjp' is declared, but there is no function '@f_vjp'}}
func.func private @f_vjp_vjp(tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
    -> (tensor<3xf32>, tensor<3xf32>)
