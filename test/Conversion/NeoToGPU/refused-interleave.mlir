// RUN: neo-opt %s --convert-neo-to-gpu --verify-diagnostics

func.func @main(%x: tensor<8x64xf32>) -> tensor<8x64xf32> {
  // expected-error@+1 {{the window of the result has 8 steps of axis 0, which are not copied 3 apart}}
  %y = neo.compute [i: 8, j: 64] %x[i, j]
       {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 1 threads 64 shared 4096
         axes [<[0] = [<warp 2>, <register 4>]>, <[1] = [<vector 2>, <lane 32>]>]
         reads [<global vector 2 on 1 align 8>]
         write <shared vector 2 on 1 align 8 window <[0, 1] pitch [68, 1] at 0 apart 544 copies 1 copy 4 on 1 interleave 3>>>}
     : (tensor<8x64xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32):
    %0 = arith.negf %a : f32
    neo.yield %0 : f32
  }
  return %y : tensor<8x64xf32>
}
