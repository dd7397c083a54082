// RUN: neo-opt %s --convert-neo-to-gpu --verify-diagnostics

func.func @main(%x: tensor<62xf32>) -> tensor<64xf32> {
  // expected-error@+1 {{operand 0 is read without asking for constraint 0 of its guard, which need not hold: add it to the list of the guard}}
  %y = neo.compute [i: 64] %x[i - 1] if (i - 1 >= 0, -i + 62 >= 0) else 0.0
       {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 2 threads 32 shared 0
         axes [<[0] = [<lane 32>, <block 2>]>]
         reads [<global vector 1 on 0 align 4 guard [1]>]
         write <global vector 1 on 0 align 4>>}
     : (tensor<62xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    %0 = arith.negf %a : f32
    neo.yield %0 : f32
  }
  return %y : tensor<64xf32>
}
