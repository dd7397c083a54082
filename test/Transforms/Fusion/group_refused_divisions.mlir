// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-group{explain=true}))' --verify-diagnostics %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-group))" %s

// Nine divisions in the indices of an epilogue, which a tile of the product would
// repeat for each of its vectors: it is a kernel of its own.

func.func @f(%A: tensor<64x64xf32>, %B: tensor<64x96xf32>, %t: tensor<7x7xf32>)
    -> tensor<64x96xf32> {
  // expected-remark @+1 {{are not one kernel: an epilogue is repeated for each vector of a tile, and the indices of one divide too often}}
  %p = neo.compute [i: 64, j: 96] sum [k: 64] %A[i, k], %B[k, j]
     : (tensor<64x64xf32>, tensor<64x96xf32>) -> tensor<64x96xf32> {
  ^bb0(%s: f32, %u: f32):
    %1 = arith.mulf %s, %u : f32
    neo.yield %1 : f32
  }
  %y = neo.compute [i: 64, j: 96] %p[i, j], %t[(3 * i + j floordiv 3) mod 7, (i + j) mod 5],
         %t[(i + j floordiv 5) mod 7, (2 * i + j) mod 3],
         %t[(5 * i + j floordiv 7) mod 7, (i + 2 * j) mod 2]
     : (tensor<64x96xf32>, tensor<7x7xf32>, tensor<7x7xf32>, tensor<7x7xf32>) -> tensor<64x96xf32> {
  ^bb0(%s: f32, %a: f32, %b: f32, %c: f32):
    %1 = arith.addf %s, %a : f32
    %2 = arith.addf %1, %b : f32
    %3 = arith.addf %2, %c : f32
    neo.yield %3 : f32
  }
  return %y : tensor<64x96xf32>
}
