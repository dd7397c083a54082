// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector --verify-diagnostics %s

// Sums over rows that are two results of the kernel.

func.func @f(%x: tensor<64x32xf32>) -> (tensor<32xf32>, tensor<32xf32>) {
  // expected-remark @+1 {{its statements run one after another: statement over [j, i] reduces rows and is not one result of the kernel}}
  %0:2 = neo.kernel [i: 64] (%v = %x)
       : (tensor<64x32xf32>) -> (tensor<32xf32>, tensor<32xf32>) {
    %s = neo.compute [i: 64] sum [j: 32] %v[i, j]
      : (tensor<64x32xf32>) -> tensor<64xf32> {
    ^bb0(%a: f32):
      neo.yield %a : f32
    }
    %p = neo.compute [j: 32] sum [i: 64] %v[i, j], %s[i]
      : (tensor<64x32xf32>, tensor<64xf32>) -> tensor<32xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.mulf %a, %b : f32
      neo.yield %c : f32
    }
    neo.results %p, %p : tensor<32xf32>, tensor<32xf32>
  }
  return %0#0, %0#1 : tensor<32xf32>, tensor<32xf32>
}
