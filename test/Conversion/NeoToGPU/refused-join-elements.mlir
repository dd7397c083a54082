// RUN: neo-opt %s --convert-neo-to-gpu --verify-diagnostics

func.func @main(%x: tensor<40x4096xf32>) -> tensor<40xf32> {
  // expected-error@+1 {{the join has 1 x 64 threads, and 2 for each of 40 elements}}
  %s = neo.compute [j: 40] sum [i: 4096] %x[j, i]
       {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 160 threads 32 shared 0
         axes [<[0] = [<block 40>]>, <[1] = [<lane 32>, <step 32>, <block 4>]>]
         reads [<global vector 1 on 0 align 4>]
         write <global vector 1 on 0 align 4> join <parts 4 blocks 1 threads 64 lanes 2>>}
     : (tensor<40x4096xf32>) -> tensor<40xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %s : tensor<40xf32>
}
