// RUN: neo-opt --neo-autodiff=mode=forward --split-input-file --verify-diagnostics %s

func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @+1 {{cannot differentiate through 'arith.negf': write it as a neo.compute}}
  %y = arith.negf %x : tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

// expected-error @+1 {{cannot differentiate with respect to argument #0 of type 'tensor<?xf32>': pass a ranked tensor of static shape}}
func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}

// -----

func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
  return %x : tensor<3xf32>
}
// expected-error @+1 {{'@f_jvp' is declared as '(tensor<3xf32>) -> tensor<3xf32>', the derivative is '(tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)'}}
func.func private @f_jvp(tensor<3xf32>) -> tensor<3xf32>
