// RUN: neo-opt --neo-autodiff=scatter=false --verify-diagnostics %s

// expected-error @+1 {{'@f_vjp' is needed to derive itself: a function cannot call its own derivative}}
func.func private @f_vjp(tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
  %y = func.call @f_vjp(%x, %x)
     : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}
