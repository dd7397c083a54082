// RUN: neo-opt %s --convert-neo-to-gpu --verify-diagnostics

func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {
  // expected-error@+1 {{the window of the result has one axis: there is nothing to interleave}}
  %y = neo.compute [i: 64] %x[i]
       {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 1 threads 32 shared 256
         axes [<[0] = [<vector 2>, <lane 32>]>]
         reads [<global vector 2 on 0 align 8>]
         write <shared vector 2 on 0 align 8 window <[0] pitch [1] at 0 apart 64 copies 1 copy 4 on 0 interleave 2>>>}
     : (tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    %0 = arith.negf %a : f32
    neo.yield %0 : f32
  }
  return %y : tensor<64xf32>
}
