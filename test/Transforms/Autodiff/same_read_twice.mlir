// RUN: neo-opt --neo-autodiff %s | FileCheck %s

// x * x as two slots with one access is one adjoint, not two.

func.func @square(%x: tensor<5xf32>) -> tensor<5xf32> {
  %y = neo.compute [i: 5] %x[i], %x[i]
     : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %y : tensor<5xf32>
}

// CHECK-LABEL: func.func @square_vjp(
// CHECK-COUNT-1: neo.compute
// CHECK-DAG:       arith.mulf
// CHECK-DAG:       arith.mulf
// CHECK:           arith.addf
// CHECK-NOT:     neo.compute
// CHECK:         return
