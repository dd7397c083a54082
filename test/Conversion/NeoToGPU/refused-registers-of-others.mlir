// RUN: neo-opt %s --convert-neo-to-gpu --verify-diagnostics

func.func @f(%x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = neo.kernel [i: 64] (%v = %x) : (tensor<64xf32>) -> tensor<64xf32> {
    %n = neo.compute [i: 64] %v[i]
      {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 1 threads 64 shared 0
        axes [<[0] = [<lane 32>, <warp 2>]>] reads [<global vector 1 on 0 align 4>]
        write <global vector 1 on 0 align 4>>}
      : (tensor<64xf32>) -> tensor<64xf32> {
    ^bb0(%a: f32):
      %c = arith.negf %a : f32
      neo.yield %c : f32
    }
    // expected-error@+1 {{operand 0 is read by other threads than those that make it: their loops have the same splits}}
    %p = neo.compute [i: 64] %n[i]
      {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 1 threads 64 shared 0
        axes [<[0] = [<warp 2>, <lane 32>]>] reads [<registers vector 1 on 0 align 4>]
        write <global vector 1 on 0 align 4>>}
      : (tensor<64xf32>) -> tensor<64xf32> {
    ^bb0(%a: f32):
      %c = arith.negf %a : f32
      neo.yield %c : f32
    }
    neo.results %p : tensor<64xf32>
  }
  return %0 : tensor<64xf32>
}
