// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-delinearize{explain}))' %s 2>&1 | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-delinearize))" %s

// The product of a matrix of windows is a convolution.

// CHECK: remark: its loop 'j' is split into loops of 4 and 5, which saves
// CHECK: remark: its loop 'm' is split into loops of 2 and 9, which saves
// CHECK: remark: its loop 'm1' is split into loops of 3 and 3, which saves
// CHECK-LABEL: func.func @windows
// CHECK: neo.compute [k: 3, j0: 4, j1: 5] sum [m0: 2, m10: 3, m11: 3]
// CHECK-SAME: %arg0[k, m0, m10, m11], %arg1[m0, j0 + m10, j1 + m11]
// CHECK: neo.compute [k: 3, p: 4, q: 5] %0[k, p, q]
func.func @windows(%w: tensor<3x2x3x3xf32>, %x: tensor<2x6x7xf32>)
    -> tensor<3x4x5xf32> {
  %y = neo.compute [k: 3, j: 20] sum [m: 18]
         %w[k, m floordiv 9, (m floordiv 3) mod 3, m mod 3],
         %x[m floordiv 9, j floordiv 5 + (m floordiv 3) mod 3,
            j mod 5 + m mod 3]
       : (tensor<3x2x3x3xf32>, tensor<2x6x7xf32>) -> tensor<3x20xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  %z = neo.compute [k: 3, p: 4, q: 5] %y[k, 5 * p + q]
       : (tensor<3x20xf32>) -> tensor<3x4x5xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %z : tensor<3x4x5xf32>
}
