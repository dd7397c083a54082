// RUN: neo-opt --neo-schedule-gpu=chip=sm_80 --verify-diagnostics %s

// A row that another statement made is read backwards.

func.func @f(%x: tensor<64x32xf32>) -> tensor<64x32xf32> {
  // expected-remark @+1 {{its statements are kernels of their own: a statement reads another one elsewhere in the row}}
  %0 = neo.kernel [i: 64] (%v = %x)
       : (tensor<64x32xf32>) -> tensor<64x32xf32> {
    %n = neo.compute [i: 64, j: 32] %v[i, j]
      : (tensor<64x32xf32>) -> tensor<64x32xf32> {
    ^bb0(%a: f32):
      %c = arith.negf %a : f32
      neo.yield %c : f32
    }
    %p = neo.compute [i: 64, j: 32] %n[i, 31 - j]
      : (tensor<64x32xf32>) -> tensor<64x32xf32> {
    ^bb0(%a: f32):
      neo.yield %a : f32
    }
    neo.results %p : tensor<64x32xf32>
  }
  return %0 : tensor<64x32xf32>
}
