// RUN: neo-opt %s --neo-schedule-gpu --convert-neo-to-gpu | FileCheck %s

// No loop is left of the two steps of 32 terms, but the sums are there before they are
// stored: LLVM would sink the products into the branches, with all that they read.

// CHECK: gpu.func
// CHECK:   scf.for
// CHECK:   scf.for
// CHECK:   llvm.inline_asm has_side_effects {{.*}}"", "=f,0" %{{.*}} : (f32) -> f32
// CHECK:   scf.if
// CHECK:     vector.store
func.func @main(%a: tensor<100000x32xf32>, %b: tensor<32x32xf32>)
    -> tensor<100000x32xf32> {
  %c = neo.compute [m: 100000, n: 32] sum [k: 32] %a[m, k], %b[k, n]
     : (tensor<100000x32xf32>, tensor<32x32xf32>) -> tensor<100000x32xf32> {
  ^bb0(%x: f32, %y: f32):
    %0 = arith.mulf %x, %y : f32
    neo.yield %0 : f32
  }
  return %c : tensor<100000x32xf32>
}
