// RUN: neo-opt --pass-pipeline="builtin.module(func.func(neo-group{explain}))" --verify-diagnostics %s

// Sums over one loop of the rows, and over another one.

func.func @f(%x: tensor<64x32x16xf32>) -> (tensor<32x16xf32>, tensor<64x16xf32>) {
  // expected-remark @+2 {{statements over [i, j, k] [j, k, i] are not one kernel: it would save nothing}}
  // expected-remark @+1 {{statements over [i, j, k] [i, k, j] are not one kernel: their sums over rows are over different loops}}
  %y = neo.compute [i: 64, j: 32, k: 16] %x[i, j, k]
     : (tensor<64x32x16xf32>) -> tensor<64x32x16xf32> {
  ^bb0(%a: f32):
    %c = arith.negf %a : f32
    neo.yield %c : f32
  }
  // expected-remark @+1 {{statements over [j, k, i] [i, k, j] are not one kernel: their sums over rows are over different loops}}
  %s = neo.compute [j: 32, k: 16] sum [i: 64] %y[i, j, k]
     : (tensor<64x32x16xf32>) -> tensor<32x16xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %t = neo.compute [i: 64, k: 16] sum [j: 32] %y[i, j, k]
     : (tensor<64x32x16xf32>) -> tensor<64x16xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %s, %t : tensor<32x16xf32>, tensor<64x16xf32>
}
