// RUN: neo-opt %s --convert-neo-to-linalg | FileCheck %s

// No operand states the extent of r: an empty tensor does.
// CHECK: #[[WINDOW:.*]] = affine_map<(d0, d1) -> (d0 * 2 + d1)>
// CHECK: #[[SHAPE:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-LABEL: func.func @max_pool
// CHECK: %[[SHAPED:.*]] = tensor.empty() : tensor<2xi1>
// CHECK: linalg.generic {indexing_maps = [#[[WINDOW]], #[[SHAPE]],
// CHECK-SAME: ins(%arg0, %[[SHAPED]] : tensor<8xf32>, tensor<2xi1>)
// CHECK: arith.maximumf
func.func @max_pool(%A: tensor<8xf32>) -> tensor<4xf32> {
  %0 = neo.compute [i: 4] max [r: 2] %A[2 * i + r]
     : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}
