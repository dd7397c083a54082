// RUN: neo-opt --neo-autodiff=functions=f --verify-diagnostics %s

// A derivative is found by its name; it is not called something else instead.

func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
  return %x : tensor<3xf32>
}
// expected-error @+1 {{'@f_vjp' is a 'builtin.module', but it is the name of the derivative of '@f': rename it}}
module @f_vjp {
}
