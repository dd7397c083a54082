// A loop over terms is left to ptxas, or stays rolled, as the schedule says.
// RUN: neo-opt %s --convert-neo-to-gpu | FileCheck %s
// RUN: sed 's/ rolled \[1\]//' %s | neo-opt --convert-neo-to-gpu \
// RUN:   | FileCheck %s --check-prefix FREE

// CHECK: } {loop_annotation = #loop_annotation}
// FREE-NOT: loop_annotation
func.func @main(%x: tensor<70x300xf32>) -> tensor<70xf32> {
  %y = neo.compute [i: 70] sum [k: 300] %x[i, k]
       {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 18 threads 128 shared 0
         axes [<[0] = [<warp 4>, <block 18>]>, <[1] = [<lane 32>, <step 10>]>]
         reads [<global vector 1 on 0 align 4 edge [0, 1]>]
         write <global vector 1 on 0 align 4 edge [0]> rolled [1]>}
     : (tensor<70x300xf32>) -> tensor<70xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %y : tensor<70xf32>
}
