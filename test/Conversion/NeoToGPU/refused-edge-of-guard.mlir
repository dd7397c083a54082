// What keeps index k below 50 is the guard, and that only for the 60 steps of loop i.
// RUN: neo-opt %s --convert-neo-to-gpu --verify-diagnostics

func.func @main(%x: tensor<50xf32>) -> tensor<60x100xf32> {
  // expected-error@+1 {{axis 0 has 60 steps of 64, and operand 0 is accessed without asking for its edge}}
  %y = neo.compute [i: 60, k: 100] %x[k] if (i - k - 10 >= 0) else 0.0
       {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 100 threads 32 shared 0
         axes [<[0] = [<register 2>, <lane 32>]>, <[1] = [<block 100>]>]
         reads [<global vector 1 on 0 align 4 guard [0]>]
         write <global vector 1 on 0 align 4 edge [0]>>}
     : (tensor<50xf32>) -> tensor<60x100xf32> {
  ^bb0(%a: f32):
    %0 = arith.negf %a : f32
    neo.yield %0 : f32
  }
  return %y : tensor<60x100xf32>
}
