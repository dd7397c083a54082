// `where` keeps %y in bounds, and depends on a row of the result that a copy of the window
// of %y does not have.
// RUN: neo-opt %s --convert-neo-to-gpu --verify-diagnostics

func.func @main(%x: tensor<16x16xf32>, %y: tensor<16x16xf32>) -> tensor<16x16xf32> {
  // expected-error@+1 {{the window of operand 1 lacks axis 0}}
  %C = neo.compute [i: 16, j: 16] sum [k: 16] %x[i, k], %y[k - 8, j] where (k - i - 8 >= 0)
       {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 1 threads 32 shared 1024
         axes [<[0] = [<lane 8>, <register 2>]>, <[1] = [<lane 4>, <register 4>]>, <[2] = [<register 16>]>]
         reads [<global vector 1 on 0 align 4>,
                <shared vector 1 on 1 align 4 window <[2, 1] pitch [16, 1] at 0 apart 256 copies 1 copy 4 on 1>>]
         write <global vector 1 on 0 align 4>>}
     : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<16x16xf32>
}
