// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-group{explain=true}))' --verify-diagnostics %s

// What is kept of a row fits the first-level cache.

func.func @f(%x: tensor<8x20000xf32>, %z: tensor<8x20000xf32>) -> tensor<8xf32> {
  // expected-remark @+1 {{statements over [i, j] [i, j] are not one kernel: a row takes 80000 bytes, more than the first-level cache keeps}}
  %s = neo.compute [i: 8, j: 20000] %x[i, j], %z[i, j]
     : (tensor<8x20000xf32>, tensor<8x20000xf32>) -> tensor<8x20000xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %b : f32
    neo.yield %c : f32
  }
  %y = neo.compute [i: 8] sum [j: 20000] %s[i, j], %x[i, j]
     : (tensor<8x20000xf32>, tensor<8x20000xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %b : f32
    neo.yield %c : f32
  }
  return %y : tensor<8xf32>
}
