// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector --verify-diagnostics %s

// One statement sums over one of the shared loops, another over both.

func.func @f(%x: tensor<8x16x32xf32>) -> (tensor<16x32xf32>, tensor<32xf32>) {
  // expected-remark @+1 {{its statements run one after another: statement over [j, h, i] reduces other shared loops than another statement}}
  %0:2 = neo.kernel [h: 8, i: 16] (%v = %x)
       : (tensor<8x16x32xf32>) -> (tensor<16x32xf32>, tensor<32xf32>) {
    %p = neo.compute [i: 16, j: 32] sum [h: 8] %v[h, i, j]
      : (tensor<8x16x32xf32>) -> tensor<16x32xf32> {
    ^bb0(%a: f32):
      neo.yield %a : f32
    }
    %q = neo.compute [j: 32] sum [h: 8, i: 16] %v[h, i, j]
      : (tensor<8x16x32xf32>) -> tensor<32xf32> {
    ^bb0(%a: f32):
      neo.yield %a : f32
    }
    neo.results %p, %q : tensor<16x32xf32>, tensor<32xf32>
  }
  return %0#0, %0#1 : tensor<16x32xf32>, tensor<32xf32>
}
