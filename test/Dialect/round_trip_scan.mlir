// RUN: neo-opt %s | neo-opt | FileCheck %s
// RUN: neo-opt %s --mlir-print-op-generic | neo-opt | FileCheck %s

// CHECK-LABEL: func.func @all_parts
// CHECK: neo.scan @step steps 3 reverse carry(%{{.*}}) over(%{{.*}}) with(%{{.*}}) :
// CHECK-SAME: (tensor<f32>, tensor<3x2xf32>, tensor<2xf32>) -> (tensor<f32>, tensor<3xf32>)
func.func @all_parts(%h: tensor<f32>, %x: tensor<3x2xf32>, %w: tensor<2xf32>)
    -> (tensor<f32>, tensor<3xf32>) {
  %0:2 = neo.scan @step steps 3 reverse carry(%h) over(%x) with(%w)
     : (tensor<f32>, tensor<3x2xf32>, tensor<2xf32>)
    -> (tensor<f32>, tensor<3xf32>)
  return %0#0, %0#1 : tensor<f32>, tensor<3xf32>
}
func.func private @step(tensor<f32>, tensor<2xf32>, tensor<2xf32>)
    -> (tensor<f32>, tensor<f32>)

// CHECK-LABEL: func.func @state_only
// CHECK: neo.scan @next steps 0 carry(%{{.*}}) : (tensor<i64>) -> tensor<i64>
func.func @state_only(%n: tensor<i64>) -> tensor<i64> {
  %0 = neo.scan @next steps 0 carry(%n) : (tensor<i64>) -> tensor<i64>
  return %0 : tensor<i64>
}
func.func private @next(tensor<i64>) -> tensor<i64>
