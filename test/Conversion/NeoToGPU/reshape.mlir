// A copy in the same order is the buffer that a launch has made: none is launched for it.
// The transpose beside it is no such copy, and neither is one whose operand others read
// in its shape.
// RUN: neo-opt %s --neo-schedule-gpu --convert-neo-to-gpu | FileCheck %s

// CHECK-LABEL: func.func @same_order
// CHECK: %[[Y:.*]] = neo.gpu_launch {{.*}} -> tensor<8x6xf32>
// CHECK-NEXT: return %[[Y]]
func.func @same_order(%x: tensor<2x4x6xf32>) -> tensor<8x6xf32> {
  %y = neo.compute [i: 2, j: 4, p: 6] %x[i, j, p]
     : (tensor<2x4x6xf32>) -> tensor<2x4x6xf32> {
  ^bb0(%a: f32):
    %0 = arith.mulf %a, %a : f32
    neo.yield %0 : f32
  }
  %r = neo.compute [k: 8, p: 6] %y[k floordiv 4, k mod 4, p]
     : (tensor<2x4x6xf32>) -> tensor<8x6xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %r : tensor<8x6xf32>
}

// CHECK-LABEL: func.func @other_order
// CHECK: neo.gpu_launch {{.*}} -> tensor<2x4xf32>
// CHECK: neo.gpu_launch {{.*}} -> tensor<8xf32>
func.func @other_order(%x: tensor<2x4xf32>) -> tensor<8xf32> {
  %y = neo.compute [i: 2, j: 4] %x[i, j] : (tensor<2x4xf32>) -> tensor<2x4xf32> {
  ^bb0(%a: f32):
    %0 = arith.mulf %a, %a : f32
    neo.yield %0 : f32
  }
  %r = neo.compute [k: 8] %y[k mod 2, k floordiv 2]
     : (tensor<2x4xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %r : tensor<8xf32>
}

// CHECK-LABEL: func.func @two_readers
// CHECK: %[[Y:.*]] = neo.gpu_launch {{.*}} -> tensor<2x4xf32>
// CHECK: %[[R:.*]] = neo.gpu_launch {{.*}}(%[[Y]]) {{.*}} -> tensor<8xf32>
// CHECK: return %[[Y]], %[[R]]
func.func @two_readers(%x: tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<8xf32>) {
  %y = neo.compute [i: 2, j: 4] %x[i, j] : (tensor<2x4xf32>) -> tensor<2x4xf32> {
  ^bb0(%a: f32):
    %0 = arith.mulf %a, %a : f32
    neo.yield %0 : f32
  }
  %r = neo.compute [k: 8] %y[k floordiv 4, k mod 4]
     : (tensor<2x4xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %y, %r : tensor<2x4xf32>, tensor<8xf32>
}
