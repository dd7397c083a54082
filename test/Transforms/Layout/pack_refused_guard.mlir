// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-pack{explain=true}))' --verify-diagnostics %s

// What is read under a guard is not copied into panels.

func.func @f(%A: tensor<64x64xf32>, %B: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-remark @+2 {{operand #0 is not packed: it is read under a guard}}
  // expected-remark @+1 {{operand #1 is not packed: it is read under a guard}}
  %C = neo.compute [i: 64, j: 64] sum [k: 64] %A[i, k], %B[j, k] where (k <= i)
     : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %b : f32
    neo.yield %c : f32
  }
  return %C : tensor<64x64xf32>
}
