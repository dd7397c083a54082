// Terms of several loops: index arithmetic takes the step apart. Its value passes
// through a move that LLVM does not see through, so that loop strength reduction leaves
// the divisions in 32 bits.
// RUN: neo-opt %s --neo-schedule-gpu --convert-neo-to-gpu | FileCheck %s

// CHECK: gpu.func @main_kernel0
// CHECK: scf.for %[[STEP:[a-z0-9]+]] =
// CHECK: %[[WORD:[a-z0-9]+]] = arith.index_cast %[[STEP]] : index to i32
// CHECK: llvm.inline_asm "mov.b32 $0, $1;", "=r,r" %[[WORD]]
func.func @main(%A: tensor<64x16x9xf32>, %B: tensor<9x16x64xf32>)
    -> tensor<64x64xf32> {
  %C = neo.compute [i: 64, j: 64] sum [k: 16, l: 9] %A[i, k, l], %B[l, k, j]
     : (tensor<64x16x9xf32>, tensor<9x16x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}
