// RUN: neo-opt %s --convert-neo-to-gpu --verify-diagnostics

func.func @main(%x: tensor<4096xf32>) -> tensor<f32> {
  // expected-error@+1 {{4 blocks share the terms, and 0 parts are joined}}
  %s = neo.compute [] sum [i: 4096] %x[i]
       {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 4 threads 32 shared 0
         axes [<[0] = [<lane 32>, <step 32>, <block 4>]>]
         reads [<global vector 1 on 0 align 4>]
         write <global vector 1 on 0 align 4>>}
     : (tensor<4096xf32>) -> tensor<f32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %s : tensor<f32>
}
