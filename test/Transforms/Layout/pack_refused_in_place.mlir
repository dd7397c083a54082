// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-pack{explain=true}))' --verify-diagnostics %s

// Vectors that can be filled from an operand as it stands need no copy.

func.func @f(%A: tensor<64x64xf32>, %B: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-remark @+2 {{operand #0 is not packed: vectors can be filled from the operands as they stand}}
  // expected-remark @+1 {{operand #1 is not packed: vectors can be filled from the operands as they stand}}
  %C = neo.compute [i: 64, j: 64] sum [k: 64] %A[i, k], %B[k, j]
     : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %b : f32
    neo.yield %c : f32
  }
  return %C : tensor<64x64xf32>
}
