// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector --neo-to-llvm --verify-diagnostics %s

// Operators of a module in the module are no kernels, and are not made half of one.

module {
  module @inner {
    func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
      // expected-error @+1 {{is no kernel yet: run neo-to-vector on the module that holds it first}}
      %1 = neo.compute [i: 4] %a[i] : (tensor<4xf32>) -> tensor<4xf32> {
      ^bb0(%x: f32):
        %2 = arith.mulf %x, %x : f32
        neo.yield %2 : f32
      }
      return %1 : tensor<4xf32>
    }
  }
}
