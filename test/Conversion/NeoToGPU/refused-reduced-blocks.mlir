// RUN: neo-opt %s --convert-neo-to-gpu --verify-diagnostics

func.func @main(%x: tensor<32x64xf32>) -> tensor<32xf32> {
  // expected-error@+1 {{axis 1 is reduced, and blocks cannot join what they have summed}}
  %y = neo.compute [i: 32] sum [j: 64] %x[i, j]
       {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 2 threads 32 shared 0
         axes [<[0] = [<lane 32>]>, <[1] = [<register 32>, <block 2>]>]
         reads [<global vector 1 on 1 align 4>]
         write <global vector 1 on 0 align 4>>}
     : (tensor<32x64xf32>) -> tensor<32xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %y : tensor<32xf32>
}
