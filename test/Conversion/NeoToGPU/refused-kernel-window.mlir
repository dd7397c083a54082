// RUN: neo-opt --convert-neo-to-gpu --verify-diagnostics %s

// Epilogues have no windows: they read tiles that are in registers.

func.func @f(%x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = neo.kernel [i: 64] (%v = %x)
       : (tensor<64xf32>) -> tensor<64xf32> {
    %n = neo.compute [i: 64] %v[i]
      {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 2 threads 32 shared 256 axes [<[0] = [<lane 32>, <block 2>]>] reads [<global vector 1 on 0 align 4>] write <global vector 1 on 0 align 4>>}
      : (tensor<64xf32>) -> tensor<64xf32> {
    ^bb0(%a: f32):
      %c = arith.negf %a : f32
      neo.yield %c : f32
    }
    // expected-error @+1 {{of the statements of a neo.kernel the first alone has operands in shared memory, and blocks do not share terms}}
    %p = neo.compute [i: 64] %n[i]
      {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 2 threads 32 shared 256 axes [<[0] = [<lane 32>, <block 2>]>] reads [<shared vector 1 on 0 align 4 window <[0] pitch [1] at 0 apart 32 copies 1 copy 1 on 0>>] write <global vector 1 on 0 align 4>>}
      : (tensor<64xf32>) -> tensor<64xf32> {
    ^bb0(%a: f32):
      %c = arith.negf %a : f32
      neo.yield %c : f32
    }
    neo.results %p : tensor<64xf32>
  }
  return %0 : tensor<64xf32>
}
