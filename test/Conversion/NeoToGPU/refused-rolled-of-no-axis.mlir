// RUN: neo-opt %s --convert-neo-to-gpu --verify-diagnostics

func.func @main(%x: tensor<70x300xf32>) -> tensor<70xf32> {
  // expected-error@+1 {{axis 2 has no loop over terms to keep rolled}}
  %y = neo.compute [i: 70] sum [k: 300] %x[i, k]
       {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 18 threads 128 shared 0
         axes [<[0] = [<warp 4>, <block 18>]>, <[1] = [<lane 32>, <step 10>]>]
         reads [<global vector 1 on 0 align 4 edge [0, 1]>]
         write <global vector 1 on 0 align 4 edge [0]> rolled [2]>}
     : (tensor<70x300xf32>) -> tensor<70xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %y : tensor<70xf32>
}
