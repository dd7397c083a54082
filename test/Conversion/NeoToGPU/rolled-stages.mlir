// The loop over staged steps is not unrolled, however few they are: registers are
// those that the schedule counted with.

// RUN: neo-opt %s --neo-schedule-gpu=chip=sm_80 --convert-neo-to-gpu | FileCheck %s

// CHECK-DAG: #[[LOOP:.*]] = #llvm.loop_annotation<unroll = #[[NO:.*]]>
// CHECK-DAG: #[[NO]] = #llvm.loop_unroll<disable = true>

// CHECK-LABEL: gpu.func @main_kernel0
// CHECK: scf.for
// CHECK-SAME: to %c3{{.*}} step
// CHECK: {loop_annotation = #[[LOOP]]}
// CHECK: scf.for
// CHECK: {loop_annotation = #[[LOOP]]}
func.func @main(%x: tensor<65x20xf64>, %y: tensor<65x841xf64>) -> tensor<20x841xf64> {
  %0 = neo.compute [c: 20, p: 841] sum [k: 65] %x[k, c], %y[k, p]
      : (tensor<65x20xf64>, tensor<65x841xf64>) -> tensor<20x841xf64> {
  ^bb0(%a: f64, %b: f64):
    %1 = arith.mulf %a, %b : f64
    neo.yield %1 : f64
  }
  return %0 : tensor<20x841xf64>
}
