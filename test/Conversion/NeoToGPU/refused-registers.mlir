// RUN: neo-opt %s --convert-neo-to-gpu --verify-diagnostics

// 32 * 4 * 2 sums of f32 in each thread, which 255 registers do not hold.
func.func @main(%a: tensor<4096x256xf32>, %b: tensor<256x4096xf32>) -> tensor<4096x4096xf32> {
  // expected-error@+1 {{the results that a thread adds up take 256 registers; one of 64 threads of sm_80 has 255, and would spill: put fewer steps of the result's loops into 'vector' and 'register'}}
  %c = neo.compute [i: 4096, j: 4096] sum [k: 256] %a[i, k], %b[k, j]
       {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 1024 threads 64 shared 43008
         axes [<[0] = [<lane 4>, <register 32>, <warp 2>, <block 16>]>,
               <[1] = [<vector 4>, <lane 8>, <register 2>, <block 64>]>,
               <[2] = [<vector 4>, <register 2>, <step 32>]>]
         reads [<shared vector 4 on 2 align 16 window <[0, 2] pitch [12, 1] at 0 apart 3584 copies 3 copy 4 on 2>>,
                <shared vector 4 on 1 align 16 window <[2, 1] pitch [64, 1] at 12288 apart 3584 copies 3 copy 4 on 1>>]
         write <global vector 4 on 1 align 16>>}
     : (tensor<4096x256xf32>, tensor<256x4096xf32>) -> tensor<4096x4096xf32> {
  ^bb0(%x: f32, %y: f32):
    %0 = arith.mulf %x, %y : f32
    neo.yield %0 : f32
  }
  return %c : tensor<4096x4096xf32>
}
