// RUN: neo-opt %s --convert-neo-to-linalg | FileCheck %s

// Accesses that linalg can state become operands with indexing maps.
// CHECK-DAG: #[[A:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[B:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-DAG: #[[C:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-LABEL: func.func @matmul
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<4x5xf32>
// CHECK: %[[ZERO:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%[[EMPTY]]
// CHECK: linalg.generic
// CHECK-SAME: indexing_maps = [#[[A]], #[[B]], #[[C]]]
// CHECK-SAME: iterator_types = ["parallel", "parallel", "reduction"]
// CHECK-SAME: ins(%arg0, %arg1 : {{.*}}) outs(%[[ZERO]]
// CHECK-NEXT: ^bb0(%[[a:.*]]: f32, %[[b:.*]]: f32, %[[c:.*]]: f32):
// CHECK: %[[p:.*]] = arith.mulf %[[a]], %[[b]]
// CHECK: %[[s:.*]] = arith.addf %[[c]], %[[p]]
// CHECK: linalg.yield %[[s]]
func.func @matmul(%A: tensor<4x6xf32>, %B: tensor<6x5xf32>) -> tensor<4x5xf32> {
  %0 = neo.compute [i: 4, j: 5] sum [k: 6] %A[i, k], %B[k, j]
     : (tensor<4x6xf32>, tensor<6x5xf32>) -> tensor<4x5xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %0 : tensor<4x5xf32>
}
