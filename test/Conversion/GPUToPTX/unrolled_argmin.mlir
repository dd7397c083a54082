// RUN: neo-opt %s --neo-to-ptx | FileCheck %s

// A thread compares 32 terms in each step of a loop. LLVM's search for checksums
// would follow their selects in exponential time.

// CHECK: .entry main_kernel
// CHECK: setp
module attributes {neo.optimized} {
  func.func @main(%a: tensor<2x64x4xf32>) -> tensor<i64> {
    %0 = neo.compute [] argmin [p: 2, i: 64, k: 4] %a[p, i, k]
         {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 1 threads 32 shared 0
           axes [<[2] = [<vector 4>]>, <[1] = [<register 4>, <step 16>]>,
                 <[0] = [<lane 32>, <register 2>]>]
           reads [<global vector 1 on 0 align 4 edge [2]>] write <global vector 1 on 0 align 1>>}
         : (tensor<2x64x4xf32>) -> tensor<i64> {
    ^bb0(%x: f32):
      neo.yield %x : f32
    }
    return %0 : tensor<i64>
  }
}
