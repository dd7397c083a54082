// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector --verify-diagnostics %s

// A statement of a kernel of rows has no schedule of its own.

func.func @f(%x: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %0 = neo.kernel [i: 64] (%a = %x)
       : (tensor<64x32xf32>) -> tensor<64x32xf32> {
    %s = neo.compute [i: 64] sum [j: 32] %a[i, j]
       : (tensor<64x32xf32>) -> tensor<64xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    // expected-error @+1 {{this neo.schedule cannot be followed: the statements of its neo.kernel share rows; leave it out, or take the statement out of the neo.kernel}}
    %y = neo.compute [i: 64, j: 32] %a[i, j], %s[i]
         {neo.schedule = "vector [j: 16]"}
       : (tensor<64x32xf32>, tensor<64xf32>) -> tensor<64x32xf32> {
    ^bb0(%v: f32, %w: f32):
      %d = arith.divf %v, %w : f32
      neo.yield %d : f32
    }
    neo.results %y : tensor<64x32xf32>
  }
  return %0 : tensor<64x32xf32>
}
