// RUN: neo-opt %s --convert-linalg-to-neo | FileCheck %s
// RUN: neo-opt %s --convert-linalg-to-neo --canonicalize | FileCheck %s --check-prefix=FUSED

// The indexing maps of a named operation are the indices of the operands; a
// pad before it becomes a guarded read once canonicalized.
// CHECK-LABEL: func.func @convolution
// CHECK: %[[P:.*]] = neo.compute [i0: 1, i1: 9, i2: 9, i3: 3]
// CHECK-SAME: %arg0[i0, i1 - 1, i2 - 1, i3] if (i1 - 1 >= 0, i1 < 8, i2 - 1 >= 0, i2 < 8) else 0.0
// CHECK: neo.compute [i0: 1, i1: 4, i2: 4, i3: 5] sum [r0: 3, r1: 3, r2: 3]
// CHECK-SAME: %[[P]][i0, 2 * i1 + r0, 2 * i2 + r1, r2], %arg1[r0, r1, r2, i3]
// FUSED-LABEL: func.func @convolution
// FUSED-COUNT-1: neo.compute
// FUSED-SAME: %arg0[i0, 2 * i1 + r0 - 1, 2 * i2 + r1 - 1, r2] if (2 * i1 + r0 - 1 >= 0,
// FUSED-NOT: neo.compute
func.func @convolution(%A: tensor<1x7x7x3xf32>, %W: tensor<3x3x3x5xf32>)
    -> tensor<1x4x4x5xf32> {
  %zero = arith.constant 0.0 : f32
  %padded = tensor.pad %A low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%b: index, %i: index, %j: index, %c: index):
    tensor.yield %zero : f32
  } : tensor<1x7x7x3xf32> to tensor<1x9x9x3xf32>
  %zeros = arith.constant dense<0.0> : tensor<1x4x4x5xf32>
  %0 = linalg.conv_2d_nhwc_hwcf
         {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
         ins(%padded, %W : tensor<1x9x9x3xf32>, tensor<3x3x3x5xf32>)
         outs(%zeros : tensor<1x4x4x5xf32>) -> tensor<1x4x4x5xf32>
  return %0 : tensor<1x4x4x5xf32>
}
