// A loop of few steps with many guarded loads is not unrolled: ptxas would hold all
// their addresses, and spill. Where there is no guard, ptxas decides.

// RUN: neo-opt %s --neo-schedule-gpu=chip=sm_80 --convert-neo-to-gpu | FileCheck %s

// CHECK-DAG: #[[LOOP:.*]] = #llvm.loop_annotation<unroll = #[[NO:.*]]>
// CHECK-DAG: #[[NO]] = #llvm.loop_unroll<disable = true>

// CHECK-LABEL: gpu.func @long_kernel0
// CHECK: scf.for
// CHECK: } {loop_annotation = #[[LOOP]]}
func.func @long(%x: tensor<27x61x61xf16>, %w: tensor<9x27x3x3xf16>)
    -> tensor<27x61x61xf16> {
  %0 = neo.compute [z: 27, p: 61, q: 61] sum [t: 9, r: 3, s: 3]
      %w[t, z, r, s], %x[t + 9 * (z floordiv 9), p - r + 1, q - s + 1]
      where (p - r + 1 >= 0, r - p + 59 >= 0, q - s + 1 >= 0, s - q + 59 >= 0)
      : (tensor<9x27x3x3xf16>, tensor<27x61x61xf16>) -> tensor<27x61x61xf16> {
  ^bb0(%a: f16, %b: f16):
    %1 = arith.mulf %a, %b : f16
    neo.yield %1 : f16
  }
  return %0 : tensor<27x61x61xf16>
}

// CHECK-LABEL: gpu.func @unguarded_kernel1
// CHECK: to %c21 step
// CHECK-NOT: loop_annotation
func.func @unguarded(%x: tensor<27x63x63xf16>, %w: tensor<9x27x3x3xf16>)
    -> tensor<27x61x61xf16> {
  %0 = neo.compute [z: 27, p: 61, q: 61] sum [t: 9, r: 3, s: 3]
      %w[t, z, r, s], %x[t + 9 * (z floordiv 9), p - r + 2, q - s + 2]
      : (tensor<9x27x3x3xf16>, tensor<27x63x63xf16>) -> tensor<27x61x61xf16> {
  ^bb0(%a: f16, %b: f16):
    %1 = arith.mulf %a, %b : f16
    neo.yield %1 : f16
  }
  return %0 : tensor<27x61x61xf16>
}
