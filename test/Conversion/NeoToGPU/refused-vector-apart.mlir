// RUN: neo-opt %s --convert-neo-to-gpu --verify-diagnostics

func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error@+1 {{operand 0 is moved 4 elements at once along axis 0, and no more than 1 are proven to be contiguous and aligned: say vector 1}}
  %y = neo.compute [i: 64, j: 64] %x[i, j]
       {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 1 threads 1024 shared 0
         axes [<[0] = [<vector 4>, <warp 16>]>, <[1] = [<lane 32>, <warp 2>]>]
         reads [<global vector 4 on 0 align 16>]
         write <global vector 1 on 0 align 4>>}
     : (tensor<64x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32):
    %0 = arith.negf %a : f32
    neo.yield %0 : f32
  }
  return %y : tensor<64x64xf32>
}
