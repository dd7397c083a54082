// RUN: mlir-opt %s --load-dialect-plugin=%neo_plugin --cse | FileCheck %s
// REQUIRES: stock

// Another compiler reads, verifies and simplifies neo once the plugin is in.
// CHECK-LABEL: func.func @twice
// CHECK-COUNT-1: neo.compute [i: 4] %{{.*}}[i] :
// CHECK-NOT: neo.compute
func.func @twice(%A: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = neo.compute [i: 4] %A[i] : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    %b = math.exp %a : f32
    neo.yield %b : f32
  }
  %1 = neo.compute [i: 4] %A[i] : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    %b = math.exp %a : f32
    neo.yield %b : f32
  }
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
