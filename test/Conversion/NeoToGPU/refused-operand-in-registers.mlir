// RUN: neo-opt %s --convert-neo-to-gpu --verify-diagnostics

func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {
  // expected-error@+1 {{operand 0 is not made by a statement of its kernel, and is not in registers}}
  %y = neo.compute [i: 64] %x[i]
       {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 2 threads 32 shared 0
         axes [<[0] = [<lane 32>, <block 2>]>]
         reads [<registers vector 1 on 0 align 4>]
         write <global vector 1 on 0 align 4>>}
     : (tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    %0 = arith.negf %a : f32
    neo.yield %0 : f32
  }
  return %y : tensor<64xf32>
}
