// RUN: neo-opt %s --convert-neo-to-gpu --verify-diagnostics

func.func @main(%a: tensor<8x64xf32>, %b: tensor<64x8xf32>)
    -> tensor<8x8xf32> {
  // expected-error@+1 {{the window of the result has axis 2, which is none of output loops}}
  %c = neo.compute [i: 8, j: 8] sum [k: 64] %a[i, k], %b[k, j]
       {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 1 threads 32 shared 1024
         axes [<[0] = [<register 8>]>, <[1] = [<lane 8>]>, <[2] = [<lane 4>, <step 16>]>]
         reads [<global vector 1 on 0 align 4>, <global vector 1 on 0 align 4>]
         write <shared vector 1 on 1 align 4 window <[0, 2, 1] pitch [32, 8, 1] at 0 apart 256 copies 1 copy 1 on 1>>>}
     : (tensor<8x64xf32>, tensor<64x8xf32>) -> tensor<8x8xf32> {
  ^bb0(%x: f32, %y: f32):
    %0 = arith.mulf %x, %y : f32
    neo.yield %0 : f32
  }
  return %c : tensor<8x8xf32>
}
