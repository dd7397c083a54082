// RUN: neo-opt %s --convert-neo-to-gpu --verify-diagnostics

func.func @main(%x: tensor<70x300xf32>) -> tensor<70xf32> {
  // expected-error@+1 {{the edge of the result is of axis 1, which has terms}}
  %y = neo.compute [i: 70] sum [k: 300] %x[i, k]
       {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 18 threads 256 shared 1024
         axes [<[0] = [<warp 4>, <block 18>]>, <[1] = [<vector 4>, <lane 32>, <warp 2>, <register 2>]>]
         reads [<global vector 4 on 1 align 16 edge [0, 1]>]
         write <global vector 1 on 0 align 4 edge [0, 1]>>}
     : (tensor<70x300xf32>) -> tensor<70xf32> {
  ^bb0(%a: f32):
    %0 = arith.mulf %a, %a : f32
    neo.yield %0 : f32
  }
  return %y : tensor<70xf32>
}
