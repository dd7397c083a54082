// RUN: neo-opt %s --convert-neo-to-linalg --canonicalize | FileCheck %s

// A guarded access is read in the body: at a safe index, then replaced by the
// pad.
// CHECK-LABEL: func.func @shift
// CHECK: linalg.generic {{.*}} outs(
// CHECK: %[[I:.*]] = linalg.index 0 : index
// CHECK: %[[AT:.*]] = arith.addi %[[I]], %c-1
// CHECK: %[[IN:.*]] = arith.cmpi sge, %{{.*}}, %c0
// CHECK: %[[SAFE:.*]] = arith.select %[[IN]], %{{.*}}, %c0 : index
// CHECK: %[[E:.*]] = tensor.extract %arg0[%[[SAFE]]]
// CHECK: %[[V:.*]] = arith.select %[[IN]], %[[E]], %{{.*}} : f32
// CHECK: linalg.yield %[[V]]
func.func @shift(%A: tensor<4xf32>) -> tensor<4xf32> {
  %0 = neo.compute [i: 4] %A[i - 1] if (i >= 1) else -1.0
     : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}
