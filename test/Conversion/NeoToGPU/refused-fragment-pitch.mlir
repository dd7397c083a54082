// An access of 4 halves stays aligned, a row of ldmatrix does not.
// RUN: neo-opt %s --convert-neo-to-gpu --verify-diagnostics

func.func @main(%A: tensor<16x16xf16>, %B: tensor<16x16xf16>) -> tensor<16x16xf16> {
  // expected-error@+1 {{ldmatrix wants rows at multiples of 16 bytes, and those of operand 0 are 40 bytes apart}}
  %C = neo.compute [i: 16, j: 16] sum [k: 16] %A[i, k], %B[k, j]
       {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 1 threads 32 shared 2048
         axes [<[0] = [<lane 8>, <register 2>]>, <[1] = [<vector 2>, <lane 4>, <register 2>]>, <[2] = [<register 16>]>]
         reads [<shared vector 1 on 0 align 2 window <[0, 2] pitch [20, 1] at 0 apart 1024 copies 1 copy 4 on 2>>,
                <shared vector 1 on 0 align 2 window <[2, 1] pitch [16, 1] at 1024 apart 512 copies 1 copy 8 on 1>>]
         write <global vector 1 on 0 align 2> mma 16>}
     : (tensor<16x16xf16>, tensor<16x16xf16>) -> tensor<16x16xf16> {
  ^bb0(%a: f16, %b: f16):
    %0 = arith.mulf %a, %b : f16
    neo.yield %0 : f16
  }
  return %C : tensor<16x16xf16>
}
