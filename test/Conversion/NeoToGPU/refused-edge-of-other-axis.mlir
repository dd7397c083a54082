// RUN: neo-opt %s --convert-neo-to-gpu --verify-diagnostics

func.func @main(%a: tensor<70x90xf32>, %b: tensor<90x50xf32>)
    -> tensor<70x50xf32> {
  // expected-error@+1 {{the window of operand 0 has no axis 1, whose edge its copies are to ask for}}
  %c = neo.compute [i: 70, j: 50] sum [k: 90] %a[i, k], %b[k, j]
       {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 36 threads 128 shared 4992
         axes [<[0] = [<lane 4>, <warp 2>, <block 9>]>, <[1] = [<lane 8>, <warp 2>, <block 4>]>,
               <[2] = [<vector 4>, <register 4>, <step 6>]>]
         reads [<shared vector 4 on 2 align 16 edge [0, 1, 2]
                 window <[0, 2] pitch [20, 1] at 0 apart 416 copies 3 copy 2 on 2>>,
                <shared vector 1 on 1 align 4 edge [1, 2]
                 window <[2, 1] pitch [16, 1] at 640 apart 416 copies 3 copy 2 on 1>>]
         write <global vector 1 on 0 align 4 edge [0, 1]>>}
     : (tensor<70x90xf32>, tensor<90x50xf32>) -> tensor<70x50xf32> {
  ^bb0(%x: f32, %y: f32):
    %0 = arith.mulf %x, %y : f32
    neo.yield %0 : f32
  }
  return %c : tensor<70x50xf32>
}
