// RUN: neo-opt %s --convert-neo-to-gpu --verify-diagnostics

func.func @main(%a: tensor<2x16x16xf16>, %b: tensor<2x16x16xf16>)
    -> tensor<2x16x16xf16> {
  // expected-error@+1 {{of tensor cores, rows and columns alone have several registers}}
  %c = neo.compute [n: 2, i: 16, j: 16] sum [k: 16] %a[n, i, k], %b[n, k, j]
       {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 1 threads 32 shared 2048
         axes [<[0] = [<register 2>]>, <[1] = [<lane 8>, <register 2>]>,
               <[2] = [<vector 2>, <lane 4>, <register 2>]>, <[3] = [<register 16>]>]
         reads [<global vector 1 on 0 align 2>, <global vector 1 on 0 align 2>]
         write <global vector 1 on 0 align 2> mma 16>}
     : (tensor<2x16x16xf16>, tensor<2x16x16xf16>) -> tensor<2x16x16xf16> {
  ^bb0(%x: f16, %y: f16):
    %0 = arith.mulf %x, %y : f16
    neo.yield %0 : f16
  }
  return %c : tensor<2x16x16xf16>
}
