// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// Functions on whole tensors are not Neo's: they stay.

// CHECK-LABEL: func.func @foreign
// CHECK-NEXT:    math.exp %{{.*}} : tensor<4xf32>
// CHECK-NEXT:    math.tanh %{{.*}} : tensor<4xf32>
func.func @foreign(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.exp %x : tensor<4xf32>
  %1 = math.tanh %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
