// RUN: neo-opt %s --convert-neo-to-gpu --verify-diagnostics

// A join reads the blocks' parts from memory: they do not go through a window.

func.func @main(%x: tensor<40x4096xf32>) -> tensor<40xf32> {
  // expected-error@+1 {{parts to join are stored from registers}}
  %s = neo.compute [j: 40] sum [i: 4096] %x[j, i]
       {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 160 threads 32 shared 64
         axes [<[0] = [<block 40>]>, <[1] = [<lane 32>, <step 32>, <block 4>]>]
         reads [<global vector 1 on 0 align 4>]
         write <shared vector 1 on 0 align 4 window <[0] pitch [1] at 0 apart 16 copies 1 copy 1 on 0>>
         join <parts 4 blocks 2 threads 64 lanes 2>>}
     : (tensor<40x4096xf32>) -> tensor<40xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %s : tensor<40xf32>
}
