// RUN: neo-opt --pass-pipeline="builtin.module(func.func(neo-pack{explain}))" --verify-diagnostics %s

// All loops of the result move the matrix, and none the vector alone.

func.func @f(%x: tensor<512x512xf32>, %z: tensor<512xf32>) -> tensor<512xf32> {
  // expected-remark @+2 {{operand #1 is not packed: no loops of the result are this operand's alone and fill vectors}}
  // expected-remark @+1 {{operand #0 is not packed: its elements are used too seldom}}
  %0 = neo.compute [i: 512] sum [k: 512] %x[i, k], %z[k]
     : (tensor<512x512xf32>, tensor<512xf32>) -> tensor<512xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %b : f32
    neo.yield %c : f32
  }
  return %0 : tensor<512xf32>
}
