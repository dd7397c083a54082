// A schedule that stands on the operator is followed: here one warp, two elements per
// thread, 64 bits an access.
// RUN: neo-opt %s --neo-schedule-gpu --convert-neo-to-gpu --canonicalize | FileCheck %s

// CHECK: blocks 1 threads 32 shared 0
// CHECK: vector.load %arg0{{.*}} {alignment = 8 : i64} : memref<64xf32>, vector<2xf32>
// CHECK: vector.store
// CHECK-NOT: scf.if
func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {
  %y = neo.compute [i: 64] %x[i]
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
