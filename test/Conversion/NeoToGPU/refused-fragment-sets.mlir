// RUN: neo-opt %s --convert-neo-to-gpu --verify-diagnostics

func.func @main(%A: tensor<16x16xf16>, %B: tensor<16x16xf16>) -> tensor<16x16xf16> {
  // expected-error@+2 {{registers have one set of fragments, and at most two where tensor cores multiply (mma), not 3}}
  %C = neo.compute [i: 16, j: 16] sum [k: 16] %A[i, k], %B[k, j]
       {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 1 threads 32 shared 2048
         axes [<[0] = [<lane 8>, <register 2>]>, <[1] = [<vector 2>, <lane 4>, <register 2>]>, <[2] = [<register 16>]>]
         reads [<global vector 1 on 0 align 2>, <global vector 1 on 0 align 2>]
         write <global vector 1 on 0 align 2> mma 16
         overlap <copies 1 fragments 3 operands 1>>}
     : (tensor<16x16xf16>, tensor<16x16xf16>) -> tensor<16x16xf16> {
  ^bb0(%a: f16, %b: f16):
    %0 = arith.mulf %a, %b : f16
    neo.yield %0 : f16
  }
  return %C : tensor<16x16xf16>
}
