// RUN: neo-opt %s --neo-schedule-gpu --verify-diagnostics

func.func @main(%x: tensor<64x32xf32>) -> (tensor<32xf32>, tensor<64x32xf32>) {
  // expected-remark@+1 {{its statements are kernels of their own: loop 'i' is reduced by a statement}}
  %p, %q = neo.kernel [i: 64] (%a = %x)
      : (tensor<64x32xf32>) -> (tensor<32xf32>, tensor<64x32xf32>) {
    %s = neo.compute [j: 32] sum [i: 64] %a[i, j] : (tensor<64x32xf32>) -> tensor<32xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %y = neo.compute [i: 64, j: 32] %a[i, j] : (tensor<64x32xf32>) -> tensor<64x32xf32> {
    ^bb0(%v: f32):
      %0 = arith.negf %v : f32
      neo.yield %0 : f32
    }
    neo.results %s, %y : tensor<32xf32>, tensor<64x32xf32>
  }
  return %p, %q : tensor<32xf32>, tensor<64x32xf32>
}
