// RUN: neo-opt --convert-neo-to-gpu --verify-diagnostics %s

func.func @main(%x: tensor<8x64xf32>, %z: tensor<8x64xf32>) -> tensor<8x64xf32> {
  // expected-error @+1 {{the copies of all windows of operands are as many bytes apart}}
  %y = neo.compute [i: 8, j: 64] %x[i, j], %z[i, j]
       {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 1 threads 64 shared 16384
         axes [<[0] = [<warp 2>, <register 4>]>, <[1] = [<vector 2>, <lane 32>]>]
         reads [<shared vector 2 on 1 align 8 window <[0, 1] pitch [68, 1] at 0 apart 544 copies 2 copy 4 on 1>>, <shared vector 2 on 1 align 8 window <[0, 1] pitch [68, 1] at 4352 apart 548 copies 2 copy 4 on 1>>]
         write <global vector 2 on 1 align 8>>}
     : (tensor<8x64xf32>, tensor<8x64xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %y : tensor<8x64xf32>
}
