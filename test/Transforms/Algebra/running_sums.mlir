// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-running-sums{explain=true start=0}))' %s 2>&1 | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-running-sums{start=0}))" %s

// The sum of the terms up to each element is taken in blocks of 64 bytes: up to
// the element in its block, and that of all blocks before.

func.func @f(%a: tensor<3x200xf32>) -> tensor<3x200xf32> {
  %0 = neo.compute [p: 3, i: 200] sum [k: 200] %a[p, k] where (k <= i)
     : (tensor<3x200xf32>) -> tensor<3x200xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  return %0 : tensor<3x200xf32>
}

// CHECK:       remark: its running sums are taken in blocks: {{[0-9]+}} cycles instead of {{[0-9]+}}
// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<3x200xf32>)
// CHECK:         %[[I:.*]] = neo.compute [i0: 3, i1: 13, i2: 16] sum [r0: 16]
// CHECK-SAME:      %[[A]][i0, 16 * i1 + r0]
// CHECK-SAME:      where (i2 - r0 >= 0, 16 * i1 + r0 < 200)
// CHECK:         %[[C:.*]] = neo.compute [i0: 3, i1: 13] sum [r0: 13]
// CHECK-SAME:      %[[I]][i0, r0, 15] where (i1 - r0 - 1 >= 0)
// CHECK:         neo.compute [p: 3, i: 200] %[[I]][p, i floordiv 16, i mod 16], %[[C]][p, i floordiv 16]
// CHECK:           arith.addf
