// RUN: neo-opt %s --convert-neo-to-gpu --verify-diagnostics

func.func @main(%x: tensor<8x64xf32>) -> tensor<8x64xf32> {
  // expected-error@+4 {{the numbers of a window are from 0 to 2147483647}}
  // expected-error@+3 {{failed to parse Neo_GPUAccessAttr parameter 'window' which is to be a `GPUWindowAttr`}}
  // expected-error@+2 {{failed to parse Neo_GPUScheduleAttr parameter 'write' which is to be a `GPUAccessAttr`}}
  %y = neo.compute [i: 8, j: 64] %x[i, j]
       {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 1 threads 64 shared 4096 axes [<[0] = [<warp 2>, <register 4>]>, <[1] = [<vector 2>, <lane 32>]>] reads [<global vector 2 on 1 align 8>] write <shared vector 2 on 1 align 8 window <[0, 1] pitch [68, 1] at -4 apart 544 copies 1 copy 4 on 1>>>}
     : (tensor<8x64xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %y : tensor<8x64xf32>
}
