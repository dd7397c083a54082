// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector --verify-diagnostics %s

// Only what lies along the lanes and moves with the rows is prefetched.

func.func @f(%x: tensor<32x64xf32>) -> tensor<64x32xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: prefetch: no operand lies along the lanes and moves with the rows}}
  %0 = neo.kernel [i: 64] (%a = %x) {neo.schedule = "prefetch l1"}
       : (tensor<32x64xf32>) -> tensor<64x32xf32> {
    %s = neo.compute [i: 64] sum [j: 32] %a[j, i]
       : (tensor<32x64xf32>) -> tensor<64xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %y = neo.compute [i: 64, j: 32] %a[j, i], %s[i]
       : (tensor<32x64xf32>, tensor<64xf32>) -> tensor<64x32xf32> {
    ^bb0(%v: f32, %w: f32):
      %d = arith.divf %v, %w : f32
      neo.yield %d : f32
    }
    neo.results %y : tensor<64x32xf32>
  }
  return %0 : tensor<64x32xf32>
}
