// RUN: neo-opt --neo-autodiff=scatter=false --verify-diagnostics %s

func.func @huge(%x: tensor<4x4611686018427387904xf32>)
    -> tensor<2x3037000500xf32> {
  // expected-error @+1 {{the gradient of operand #0 leaves 64-bit index arithmetic: make extents or divisors smaller}}
  %m = neo.compute [i: 2, j: 3037000500]
         %x[(5 * j + 3 * i) mod 4,
            (1518500249 * j) floordiv 4 + 1099511627776 * i]
     : (tensor<4x4611686018427387904xf32>) -> tensor<2x3037000500xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %m : tensor<2x3037000500xf32>
}
