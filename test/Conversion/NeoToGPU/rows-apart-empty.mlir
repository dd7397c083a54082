// RUN: neo-opt --neo-schedule-gpu=chip=sm_80 --verify-diagnostics %s

// There are no rows.

func.func @f(%x: tensor<64x0xf32>) -> tensor<64xf32> {
  // expected-remark @+1 {{its statements are kernels of their own: it has no elements}}
  %0 = neo.kernel [i: 64] (%v = %x)
       : (tensor<64x0xf32>) -> tensor<64xf32> {
    %s = neo.compute [i: 64] sum [j: 0] %v[i, j]
      : (tensor<64x0xf32>) -> tensor<64xf32> {
    ^bb0(%a: f32):
      neo.yield %a : f32
    }
    %p = neo.compute [i: 64] %s[i]
      : (tensor<64xf32>) -> tensor<64xf32> {
    ^bb0(%a: f32):
      %c = arith.negf %a : f32
      neo.yield %c : f32
    }
    neo.results %p : tensor<64xf32>
  }
  return %0 : tensor<64xf32>
}
