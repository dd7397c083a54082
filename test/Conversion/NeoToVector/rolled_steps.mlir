// RUN: env NEO_TARGET=avx512 neo-opt --convert-neo-to-vector %s | FileCheck %s

// Three steps of ten products each stay a loop: LLVM would write them out, read
// once what they share, and have no registers left for the accumulators.

// CHECK: = #llvm.loop_unroll<disable = true>
// CHECK: #[[ROLLED:loop_annotation]] = #llvm.loop_annotation<unroll
// CHECK-LABEL: func private @ten_kernel0
// CHECK: scf.for {{.*}}iter_args
// CHECK-COUNT-10: vector.fma
// CHECK-NOT: llvm.inline_asm
// CHECK: } {loop_annotation = #[[ROLLED]]}
func.func @ten(%x: tensor<12xf32>, %w: tensor<3x16xf32>) -> tensor<16x10xf32> {
  %0 = neo.compute [k: 16, q: 10] sum [s: 3] %x[q + s], %w[s, k]
         {neo.schedule = "vector [k: 16] tile [q: 10] order [k, q] parallel 1"}
     : (tensor<12xf32>, tensor<3x16xf32>) -> tensor<16x10xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %0 : tensor<16x10xf32>
}

// Twenty accumulators leave few registers: what one pixel reads is not read
// before the pixel before it is done.

// CHECK-LABEL: func private @twenty_kernel1
// CHECK: scf.for {{.*}}iter_args
// CHECK-COUNT-2: vector.fma
// CHECK: llvm.inline_asm has_side_effects
// CHECK-COUNT-2: vector.fma
// CHECK: llvm.inline_asm has_side_effects
func.func @twenty(%x: tensor<12xf32>, %w: tensor<3x32xf32>)
    -> tensor<32x10xf32> {
  %0 = neo.compute [k: 32, q: 10] sum [s: 3] %x[q + s], %w[s, k] {neo.schedule =
         "vector [k: 16] tile [k: 2, q: 10] order [k, q] parallel 1"}
     : (tensor<12xf32>, tensor<3x32xf32>) -> tensor<32x10xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %0 : tensor<32x10xf32>
}
