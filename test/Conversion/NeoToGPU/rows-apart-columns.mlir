// RUN: neo-opt --neo-schedule-gpu=chip=sm_80 --verify-diagnostics %s

// Statements have rows of different lengths.

func.func @f(%x: tensor<64x32xf32>, %y: tensor<64x16xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  // expected-remark @+1 {{its statements are kernels of their own: statements have different columns}}
  %0:2 = neo.kernel [i: 64] (%v = %x, %w = %y)
       : (tensor<64x32xf32>, tensor<64x16xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
    %s = neo.compute [i: 64] sum [j: 32] %v[i, j]
      : (tensor<64x32xf32>) -> tensor<64xf32> {
    ^bb0(%a: f32):
      neo.yield %a : f32
    }
    %t = neo.compute [i: 64] sum [k: 16] %w[i, k]
      : (tensor<64x16xf32>) -> tensor<64xf32> {
    ^bb0(%a: f32):
      neo.yield %a : f32
    }
    neo.results %s, %t : tensor<64xf32>, tensor<64xf32>
  }
  return %0#0, %0#1 : tensor<64xf32>, tensor<64xf32>
}
