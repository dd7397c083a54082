// RUN: neo-opt %s --convert-neo-to-gpu --verify-diagnostics

func.func @main(%x: tensor<60xf32>) -> tensor<60xf32> {
  // expected-error@+1 {{axis 0 has 60 steps of 64, and operand 0 is accessed without asking for its edge}}
  %y = neo.compute [i: 60] %x[i]
       {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 1 threads 32 shared 0
         axes [<[0] = [<vector 2>, <lane 32>]>]
         reads [<global vector 2 on 0 align 8>]
         write <global vector 2 on 0 align 8 edge [0]>>}
     : (tensor<60xf32>) -> tensor<60xf32> {
  ^bb0(%a: f32):
    %0 = arith.negf %a : f32
    neo.yield %0 : f32
  }
  return %y : tensor<60xf32>
}
