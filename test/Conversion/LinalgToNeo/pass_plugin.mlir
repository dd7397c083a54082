// RUN: mlir-opt %s --load-dialect-plugin=%neo_plugin --load-pass-plugin=%neo_plugin \
// RUN:   --pass-pipeline="builtin.module(convert-linalg-to-neo,neo-autodiff,convert-neo-to-linalg)" \
// RUN:   | FileCheck %s
// REQUIRES: stock

// Another compiler's function comes back in its own dialects, with a gradient.
// CHECK: func.func @f(%{{.*}}: tensor<4xf32>) -> tensor<4xf32>
// CHECK: linalg.generic
// CHECK: func.func @f_vjp(%{{.*}}: tensor<4xf32>, %{{.*}}: tensor<4xf32>) -> tensor<4xf32>
// CHECK: linalg.generic
// CHECK-NOT: neo.
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %empty = tensor.empty() : tensor<4xf32>
  %0 = linalg.tanh ins(%x : tensor<4xf32>) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
