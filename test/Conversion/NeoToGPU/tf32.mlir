// A module that allows tf32: tensor cores multiply 8 terms of f32 at a time. Rows of %A
// lie along the terms, so that ldmatrix loads its fragments; of %B, which lies the other
// way, each lane loads its words. All are rounded before they are multiplied.
// RUN: neo-opt %s --neo-schedule-gpu | FileCheck %s --check-prefix SCHEDULE
// RUN: neo-opt %s --neo-schedule-gpu | neo-opt --convert-neo-to-gpu | FileCheck %s

// SCHEDULE: axes[<[0] = [<lane 8>, <register {{.*}}>, <[1] = [<vector 2>, <lane 4>, {{.*}}>, <[2] = [<vector 4>, <register 8>, <step 32>]>]
// SCHEDULE-SAME: window <[0, 2] pitch[36, 1]
// SCHEDULE-SAME: copy 4 on 2>
// SCHEDULE-SAME: window <[2, 1] pitch[{{136|264}}, 1]
// SCHEDULE-SAME: copy 4 on 1>
// SCHEDULE-SAME: mma 8 overlap <copies 3 fragments 2 operands 1>
// CHECK: scf.for
// CHECK: nvgpu.ldmatrix {{.*}} {numTiles = 4 : i32, transpose = false} : memref<{{.*}}xf32, {{.*}}> -> vector<4x1xf32>
// CHECK: memref.load {{.*}} : memref<{{.*}}xf32, #gpu.address_space<workgroup>>
// CHECK-NOT: transpose = true
// CHECK: nvvm.convert.float.to.tf32 {{.*}} {rnd = #nvvm.fp_rnd_mode<rna>}
// CHECK: nvvm.mma.sync
// CHECK-SAME: shape = #nvvm.shape<m = 16, n = 8, k = 8>
module attributes {neo.allow_tf32} {
  func.func @main(%A: tensor<2048x1024xf32>, %B: tensor<1024x2048xf32>)
      -> tensor<2048x2048xf32> {
    %C = neo.compute [i: 2048, j: 2048] sum [k: 1024] %A[i, k], %B[k, j]
       : (tensor<2048x1024xf32>, tensor<1024x2048xf32>) -> tensor<2048x2048xf32> {
    ^bb0(%a: f32, %b: f32):
      %0 = arith.mulf %a, %b : f32
      neo.yield %0 : f32
    }
    return %C : tensor<2048x2048xf32>
  }
}
