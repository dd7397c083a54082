// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector --split-input-file --verify-diagnostics %s

// The value of a clause is a number or one of its keywords.

func.func @f(%x: tensor<64x32xf32>) -> tensor<64x32xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: rows: 'many' is not a number from 1 to 2^24}}
  %0 = neo.kernel [i: 64] (%a = %x) {neo.schedule = "rows many"}
       : (tensor<64x32xf32>) -> tensor<64x32xf32> {
    %s = neo.compute [i: 64] sum [j: 32] %a[i, j]
       : (tensor<64x32xf32>) -> tensor<64xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %y = neo.compute [i: 64, j: 32] %a[i, j], %s[i]
       : (tensor<64x32xf32>, tensor<64xf32>) -> tensor<64x32xf32> {
    ^bb0(%v: f32, %w: f32):
      %d = arith.divf %v, %w : f32
      neo.yield %d : f32
    }
    neo.results %y : tensor<64x32xf32>
  }
  return %0 : tensor<64x32xf32>
}

// -----

func.func @f(%x: tensor<64x32xf32>) -> tensor<64x32xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: prefetch: 'soon' is not l1, l2 or none}}
  %0 = neo.kernel [i: 64] (%a = %x) {neo.schedule = "prefetch soon"}
       : (tensor<64x32xf32>) -> tensor<64x32xf32> {
    %s = neo.compute [i: 64] sum [j: 32] %a[i, j]
       : (tensor<64x32xf32>) -> tensor<64xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %y = neo.compute [i: 64, j: 32] %a[i, j], %s[i]
       : (tensor<64x32xf32>, tensor<64xf32>) -> tensor<64x32xf32> {
    ^bb0(%v: f32, %w: f32):
      %d = arith.divf %v, %w : f32
      neo.yield %d : f32
    }
    neo.results %y : tensor<64x32xf32>
  }
  return %0 : tensor<64x32xf32>
}
