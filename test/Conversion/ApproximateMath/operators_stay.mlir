// RUN: env NEO_TARGET=avx512 neo-opt --neo-approximate-math %s | FileCheck %s

// Functions are expanded in kernels, which have vectors; a body has none.

// CHECK-LABEL: func.func @f(
// CHECK:           math.exp %{{.*}} : f32
// CHECK-NEXT:      neo.yield
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = neo.compute [i: 4] %x[i] : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    %e = math.exp %a : f32
    neo.yield %e : f32
  }
  return %y : tensor<4xf32>
}
