// RUN: neo-opt --neo-schedule-gpu=chip=sm_80 --verify-diagnostics %s

// A statement sums over a part of its columns.

func.func @f(%x: tensor<64x4x8xf32>) -> (tensor<64x4x8xf32>, tensor<64x8xf32>) {
  // expected-remark @+1 {{its statements are kernels of their own: a statement reduces a part of its columns}}
  %0:2 = neo.kernel [i: 64] (%v = %x)
       : (tensor<64x4x8xf32>) -> (tensor<64x4x8xf32>, tensor<64x8xf32>) {
    %n = neo.compute [i: 64, j: 4, k: 8] %v[i, j, k]
      : (tensor<64x4x8xf32>) -> tensor<64x4x8xf32> {
    ^bb0(%a: f32):
      %c = arith.negf %a : f32
      neo.yield %c : f32
    }
    %p = neo.compute [i: 64, k: 8] sum [j: 4] %n[i, j, k]
      : (tensor<64x4x8xf32>) -> tensor<64x8xf32> {
    ^bb0(%a: f32):
      neo.yield %a : f32
    }
    neo.results %n, %p : tensor<64x4x8xf32>, tensor<64x8xf32>
  }
  return %0#0, %0#1 : tensor<64x4x8xf32>, tensor<64x8xf32>
}
