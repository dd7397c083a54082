// RUN: neo-opt --canonicalize %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(canonicalize)" %s

// What the extents decide is neither asked nor divided: the guard of the first
// operand always holds and its index is i, the second is its pad.

// CHECK-LABEL: func.func @decided
// CHECK: neo.compute [i: 6, j: 4] %arg0[i, j] :
// CHECK: arith.constant 2.5
// CHECK-NOT: neo.compute
func.func @decided(%a: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %r = neo.compute [i: 6, j: 4]
         %a[(4 * i + (i floordiv 4 + 1) mod 2 + 2) floordiv 4, j]
           if (j mod 4 >= 0, i + j < 9) else 0.5,
         %a[i, j] if ((i floordiv 4 + 1) mod 2 < -4) else 2.5
       : (tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<6x4xf32> {
  ^bb0(%x: f32, %y: f32):
    %0 = arith.addf %x, %y : f32
    neo.yield %0 : f32
  }
  return %r : tensor<6x4xf32>
}
