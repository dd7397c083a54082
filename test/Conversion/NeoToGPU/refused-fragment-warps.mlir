// RUN: neo-opt %s --convert-neo-to-gpu --verify-diagnostics

func.func @main(%a: tensor<32x16xf16>, %b: tensor<16x16xf16>)
    -> tensor<32x16xf16> {
  // expected-error@+1 {{lanes and registers of fragments are the innermost splits of rows and columns, before warps}}
  %c = neo.compute [i: 32, j: 16] sum [k: 16] %a[i, k], %b[k, j]
       {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 1 threads 64 shared 5120
         axes [<[0] = [<lane 8>, <warp 2>, <register 2>]>, <[1] = [<vector 2>, <lane 4>, <register 2>]>, <[2] = [<register 16>]>]
         reads [<shared vector 1 on 2 align 2 window <[0, 2] pitch [24, 1] at 0 apart 1280 copies 2 copy 8 on 2>>,
                <shared vector 1 on 1 align 2 window <[2, 1] pitch [24, 1] at 1536 apart 1280 copies 2 copy 8 on 1>>]
         write <global vector 1 on 0 align 2> mma 16>}
     : (tensor<32x16xf16>, tensor<16x16xf16>) -> tensor<32x16xf16> {
  ^bb0(%x: f16, %y: f16):
    %0 = arith.mulf %x, %y : f16
    neo.yield %0 : f16
  }
  return %c : tensor<32x16xf16>
}
