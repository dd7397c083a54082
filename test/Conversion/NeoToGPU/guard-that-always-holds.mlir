// A guard that holds for all steps need not be asked for, nor be alike for a vector.
// RUN: neo-opt %s --convert-neo-to-gpu | FileCheck %s

// CHECK: vector.load {{.*}} vector<2xf32>
// CHECK-NOT: arith.select

func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {
  %y = neo.compute [i: 64] %x[i] if (-i + 63 >= 0) else 0.0
       {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 1 threads 32 shared 0
         axes [<[0] = [<vector 2>, <lane 32>]>]
         reads [<global vector 2 on 0 align 8>]
         write <global vector 2 on 0 align 8>>}
     : (tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    %0 = arith.negf %a : f32
    neo.yield %0 : f32
  }
  return %y : tensor<64xf32>
}
