// That index k - 8 is not negative follows from `where`, for the 60 steps of loop i.
// RUN: neo-opt %s --convert-neo-to-gpu --verify-diagnostics

func.func @main(%a: tensor<60x16xf32>, %b: tensor<16x32xf32>)
    -> tensor<60x32xf32> {
  // expected-error@+1 {{axis 0 has 60 steps of 64, and operand 1 is accessed without asking for its edge}}
  %c = neo.compute [i: 60, j: 32] sum [k: 16] %a[i, k], %b[k - 8, j] where (k + i - 67 >= 0)
       {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 4 threads 32 shared 0
         axes [<[0] = [<register 16>, <block 4>]>, <[1] = [<lane 32>]>, <[2] = [<step 16>]>]
         reads [<global vector 1 on 0 align 4 edge [0]>, <global vector 1 on 0 align 4>]
         write <global vector 1 on 0 align 4 edge [0]>>}
     : (tensor<60x16xf32>, tensor<16x32xf32>) -> tensor<60x32xf32> {
  ^bb0(%x: f32, %y: f32):
    %0 = arith.mulf %x, %y : f32
    neo.yield %0 : f32
  }
  return %c : tensor<60x32xf32>
}
