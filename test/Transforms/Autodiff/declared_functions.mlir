// RUN: neo-opt --neo-autodiff %s | FileCheck %s

// Where a derivative is declared, the declared ones are derived and no other.

func.func @entry(%x: tensor<3xf32>) -> tensor<3xf32> {
  %one = arith.constant dense<1.0> : tensor<3xf32>
  %d = func.call @loss_vjp(%x, %one)
     : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %d : tensor<3xf32>
}
func.func private @loss(%x: tensor<3xf32>) -> tensor<3xf32> {
  return %x : tensor<3xf32>
}
func.func private @loss_vjp(tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>

// CHECK-NOT: entry_vjp
// CHECK: func.func private @loss_vjp(%{{.*}}: tensor<3xf32>, %{{.*}}: tensor<3xf32>) -> tensor<3xf32> {
// CHECK-NOT: entry_vjp
