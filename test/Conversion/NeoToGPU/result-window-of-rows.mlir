// A window of the result stands on any operator, as the schedule says: here rows of one
// lane each go out along the columns.
// RUN: neo-opt %s --convert-neo-to-gpu | FileCheck %s

// CHECK: memref.store {{.*}}workgroup
// CHECK: gpu.barrier
// CHECK: vector.load {{.*}} {alignment = 16 : i64} : memref<384xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// CHECK: vector.store {{.*}} {alignment = 16 : i64} : memref<256xf32>, vector<4xf32>
func.func @main(%x: tensor<32x8xf32>) -> tensor<32x8xf32> {
  %y = neo.compute [i: 32, j: 8] %x[i, j]
       {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 1 threads 32 shared 1536
         axes [<[0] = [<lane 32>]>, <[1] = [<register 8>]>]
         reads [<global vector 4 on 1 align 16>]
         write <shared vector 1 on 1 align 4 window <[0, 1] pitch [12, 1] at 0 apart 384 copies 1 copy 4 on 1>>>}
     : (tensor<32x8xf32>) -> tensor<32x8xf32> {
  ^bb0(%a: f32):
    %0 = arith.negf %a : f32
    neo.yield %0 : f32
  }
  return %y : tensor<32x8xf32>
}
