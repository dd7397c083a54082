// RUN: neo-opt --convert-neo-to-linalg %s | FileCheck %s

// Slices without elements are not cut out of their stack, nor put into it.

// CHECK-LABEL: @main
// CHECK: scf.for {{.*}} iter_args(%{{.*}}, %[[STACK:.*]] =
// CHECK: %[[SLICE:.*]] = tensor.empty() : tensor<0xf32>
// CHECK: call @step(%{{.*}}, %[[SLICE]])
// CHECK: scf.yield %{{.*}}, %[[STACK]]
func.func @main(%h: tensor<f32>, %x: tensor<5x0xf32>) -> (tensor<f32>, tensor<5x0xf32>) {
  %0, %1 = neo.scan @step steps 5 carry(%h) over(%x)
      : (tensor<f32>, tensor<5x0xf32>) -> (tensor<f32>, tensor<5x0xf32>)
  return %0, %1 : tensor<f32>, tensor<5x0xf32>
}

func.func private @step(%h: tensor<f32>, %x: tensor<0xf32>) -> (tensor<f32>, tensor<0xf32>) {
  return %h, %x : tensor<f32>, tensor<0xf32>
}
