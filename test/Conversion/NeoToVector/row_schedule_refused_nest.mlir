// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector --verify-diagnostics %s

// A kernel that is no kernel of rows: its reduction has the schedule.

func.func @f(%A: tensor<64x32xf32>, %B: tensor<32x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: the reduction of the neo.kernel has the schedule}}
  %0 = neo.kernel [i: 64, j: 64] (%a = %A, %b = %B) {neo.schedule = "rows 2"}
       : (tensor<64x32xf32>, tensor<32x64xf32>) -> tensor<64x64xf32> {
    %p = neo.compute [i: 64, j: 64] sum [k: 32] %a[i, k], %b[k, j]
       : (tensor<64x32xf32>, tensor<32x64xf32>) -> tensor<64x64xf32> {
    ^bb0(%v: f32, %w: f32):
      %m = arith.mulf %v, %w : f32
      neo.yield %m : f32
    }
    %y = neo.compute [i: 64, j: 64] %p[i, j]
       : (tensor<64x64xf32>) -> tensor<64x64xf32> {
    ^bb0(%v: f32):
      %e = math.exp %v : f32
      neo.yield %e : f32
    }
    neo.results %y : tensor<64x64xf32>
  }
  return %0 : tensor<64x64xf32>
}
