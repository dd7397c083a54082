// RUN: neo-opt --neo-autodiff --verify-diagnostics -o /dev/null %s

// Few of the points tried contribute: it is said.

func.func @f(%x: tensor<100xf32>) -> tensor<4x4xf32> {
  // expected-remark @+1 {{the gradient of operand #0 executes 25.0 iterations per term of this operator}}
  %m = neo.compute [i: 4, j: 4] %x[i + j]
     : (tensor<100xf32>) -> tensor<4x4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %m : tensor<4x4xf32>
}
