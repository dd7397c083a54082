// RUN: neo-opt %s --convert-neo-to-gpu --verify-diagnostics

func.func @main(%x: tensor<4096xf32>) -> tensor<f32> {
  // expected-error@+3 {{a join has 1 to 2147483647 blocks, not 0}}
  // expected-error@+2 {{failed to parse Neo_GPUScheduleAttr parameter 'join' which is to be a `GPUJoinAttr`}}
  %s = neo.compute [] sum [i: 4096] %x[i]
       {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 4 threads 32 shared 0 axes [<[0] = [<lane 32>, <step 32>, <block 4>]>] reads [<global vector 1 on 0 align 4>] write <global vector 1 on 0 align 4> join <parts 4 blocks 0 threads 32 lanes 1>>}
     : (tensor<4096xf32>) -> tensor<f32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %s : tensor<f32>
}
