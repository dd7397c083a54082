// RUN: env NEO_TARGET=avx512 neo-opt %s --neo-to-vector --verify-diagnostics

// A block outside all loops keeps partial sums in memory, where the bias does
// not find them.

func.func @f(%A: tensor<6x40x32xf32>, %B: tensor<40xf32>) -> tensor<6x40xf32> {
  %0 = neo.kernel [i: 6, j: 40] (%a = %A, %b = %B) : (tensor<6x40x32xf32>, tensor<40xf32>) -> tensor<6x40xf32> {
    // expected-error @below {{this neo.schedule cannot be followed: the other statements of its neo.kernel read what tiles leave in registers}}
    %p = neo.compute [i: 6, j: 40] sum [k: 32] %a[i, j, k] {neo.schedule = "vector [j: 8] block [k: 8]"}
       : (tensor<6x40x32xf32>) -> tensor<6x40xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %y = neo.compute [i: 6, j: 40] %p[i, j], %b[j] : (tensor<6x40xf32>, tensor<40xf32>) -> tensor<6x40xf32> {
    ^bb0(%v: f32, %w: f32):
      %e = arith.addf %v, %w : f32
      neo.yield %e : f32
    }
    neo.results %y : tensor<6x40xf32>
  }
  return %0 : tensor<6x40xf32>
}
