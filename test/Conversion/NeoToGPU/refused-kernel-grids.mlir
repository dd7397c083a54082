// RUN: neo-opt --convert-neo-to-gpu --verify-diagnostics %s

// Statements of one kernel run in one grid.

func.func @f(%x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = neo.kernel [i: 64] (%v = %x)
       : (tensor<64xf32>) -> tensor<64xf32> {
    %n = neo.compute [i: 64] %v[i]
      {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 2 threads 32 shared 0 axes [<[0] = [<lane 32>, <block 2>]>] reads [<global vector 1 on 0 align 4>] write <global vector 1 on 0 align 4>>}
      : (tensor<64xf32>) -> tensor<64xf32> {
    ^bb0(%a: f32):
      %c = arith.negf %a : f32
      neo.yield %c : f32
    }
    // expected-error @+1 {{statements of a neo.kernel have the same blocks, threads and shared memory}}
    %p = neo.compute [i: 64] %n[i]
      {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 1 threads 64 shared 0 axes [<[0] = [<lane 32>, <warp 2>]>] reads [<global vector 1 on 0 align 4>] write <global vector 1 on 0 align 4>>}
      : (tensor<64xf32>) -> tensor<64xf32> {
    ^bb0(%a: f32):
      %c = arith.negf %a : f32
      neo.yield %c : f32
    }
    neo.results %p : tensor<64xf32>
  }
  return %0 : tensor<64xf32>
}
