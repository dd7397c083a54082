// RUN: neo-opt --pass-pipeline="builtin.module(func.func(neo-group{explain}))" --verify-diagnostics %s

// A sum over the outer loop of a row gives a row of its own.

func.func @f(%x: tensor<64x32x16xf32>) -> tensor<64x32x16xf32> {
  // expected-remark @+1 {{statements over [i, k, j] [i, j, k] are not one kernel: a statement reduces a row to more than one number}}
  %s = neo.compute [i: 64, k: 16] sum [j: 32] %x[i, j, k]
     : (tensor<64x32x16xf32>) -> tensor<64x16xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %t = neo.compute [i: 64, j: 32, k: 16] %x[i, j, k], %s[i, k]
     : (tensor<64x32x16xf32>, tensor<64x16xf32>) -> tensor<64x32x16xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %b : f32
    neo.yield %c : f32
  }
  return %t : tensor<64x32x16xf32>
}
