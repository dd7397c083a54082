// RUN: neo-opt --neo-autodiff=scatter=false --verify-diagnostics %s

func.func @foreign(%x: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @+1 {{cannot differentiate through 'math.exp': write it as a neo.compute}}
  %y = math.exp %x : tensor<3xf32>
  return %y : tensor<3xf32>
}
