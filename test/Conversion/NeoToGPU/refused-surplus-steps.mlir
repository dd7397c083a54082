// RUN: neo-opt %s --convert-neo-to-gpu --verify-diagnostics

func.func @main(%x: tensor<70x300xf32>) -> tensor<70xf32> {
  // expected-error@+1 {{axis 1 has step 4, and only 2 of its 300 steps are left for it}}
  %y = neo.compute [i: 70] sum [k: 300] %x[i, k]
       {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 9 threads 256 shared 1024
         axes [<[0] = [<warp 8>, <block 9>]>, <[1] = [<vector 4>, <lane 32>, <register 2>, <warp 1>, <step 4>]>]
         reads [<global vector 4 on 1 align 16 edge [0, 1]>]
         write <global vector 1 on 0 align 4 edge [0]>>}
     : (tensor<70x300xf32>) -> tensor<70xf32> {
  ^bb0(%a: f32):
    %0 = arith.mulf %a, %a : f32
    neo.yield %0 : f32
  }
  return %y : tensor<70xf32>
}
