// RUN: neo-opt --neo-autodiff=scatter --verify-diagnostics %s | FileCheck %s

// Sending terms asks for no inverse, so it is there where an inverse would
// leave 64 bits.

// CHECK-LABEL: func.func @huge_vjp
// CHECK:         neo.scatter_add [i: 2, j: 3037000500] %{{.*}}[i, j] into
func.func @huge(%x: tensor<4x4611686018427387904xf32>)
    -> tensor<2x3037000500xf32> {
  // expected-remark @+1 {{the gradient of operand #0 leaves 64-bit index arithmetic; using scatter}}
  %m = neo.compute [i: 2, j: 3037000500]
         %x[(5 * j + 3 * i) mod 4,
            (1518500249 * j) floordiv 4 + 1099511627776 * i]
     : (tensor<4x4611686018427387904xf32>) -> tensor<2x3037000500xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %m : tensor<2x3037000500xf32>
}
