// RUN: neo-opt %s --convert-neo-to-gpu --verify-diagnostics

func.func @main(%x: tensor<64xf32>) -> tensor<128xf32> {
  // expected-error@+1 {{operand 0 is moved 4 elements at once, and constraint 0 of its guard may hold for a part of them: say vector 1}}
  %y = neo.compute [i: 128] %x[i] if (-i + 62 >= 0) else 0.0
       {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 1 threads 32 shared 0
         axes [<[0] = [<vector 4>, <lane 32>]>]
         reads [<global vector 4 on 0 align 16 guard [0]>]
         write <global vector 4 on 0 align 16>>}
     : (tensor<64xf32>) -> tensor<128xf32> {
  ^bb0(%a: f32):
    %0 = arith.negf %a : f32
    neo.yield %0 : f32
  }
  return %y : tensor<128xf32>
}
