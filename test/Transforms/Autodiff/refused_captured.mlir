// RUN: neo-opt --neo-autodiff --verify-diagnostics --split-input-file %s
// RUN: neo-opt --neo-autodiff=mode=forward --verify-diagnostics --split-input-file %s

// What a region reads from around it is an operand like any other.

func.func @branch(%a: tensor<3xf64>, %c: i1) -> tensor<3xf64> {
  %z = arith.constant dense<0.0> : tensor<3xf64>
  // expected-error @+1 {{cannot differentiate through 'scf.if': write it as a neo.compute}}
  %r = scf.if %c -> (tensor<3xf64>) {
    scf.yield %a : tensor<3xf64>
  } else {
    scf.yield %z : tensor<3xf64>
  }
  return %r : tensor<3xf64>
}

// -----

func.func @generated(%a: tensor<3xf64>) -> tensor<3xf64> {
  // expected-error @+1 {{cannot differentiate through 'tensor.generate': write it as a neo.compute}}
  %r = tensor.generate {
  ^bb0(%i: index):
    %v = tensor.extract %a[%i] : tensor<3xf64>
    tensor.yield %v : f64
  } : tensor<3xf64>
  return %r : tensor<3xf64>
}
