// RUN: neo-opt %s --convert-neo-to-gpu --verify-diagnostics

func.func @main(%x: tensor<8x130xf32>) -> tensor<8x130xf32> {
  // expected-error@+1 {{the result is moved 4 elements at once along axis 1, and no more than 2 are proven to be contiguous and aligned: say vector 2}}
  %y = neo.compute [i: 8, j: 130] %x[i, j]
       {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 8 threads 64 shared 0
         axes [<[0] = [<block 8>]>, <[1] = [<vector 4>, <lane 32>, <warp 2>]>]
         reads [<global vector 2 on 1 align 8 edge [1]>]
         write <global vector 4 on 1 align 16 edge [1]>>}
     : (tensor<8x130xf32>) -> tensor<8x130xf32> {
  ^bb0(%a: f32):
    %0 = arith.negf %a : f32
    neo.yield %0 : f32
  }
  return %y : tensor<8x130xf32>
}
