// RUN: neo-opt --neo-autodiff %s | FileCheck %s

// Integers have no gradient, neither as arguments nor on the way.

func.func @f(%m: tensor<4xi32>, %x: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<i64>) {
  %y = neo.compute [i: 4] %m[i], %x[i]
     : (tensor<4xi32>, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: i32, %b: f32):
    %0 = arith.sitofp %a : i32 to f32
    %1 = arith.mulf %0, %b : f32
    neo.yield %1 : f32
  }
  %p = neo.compute [] argmax [i: 4] %y[i] : (tensor<4xf32>) -> tensor<i64> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %y, %p : tensor<4xf32>, tensor<i64>
}

// CHECK-LABEL: func.func @f_vjp(
// CHECK-SAME:    %[[M:[a-z0-9]+]]: tensor<4xi32>, %{{[a-z0-9]+}}: tensor<4xf32>,
// CHECK-SAME:    %[[G:[a-z0-9]+]]: tensor<4xf32>, %{{.*}}: tensor<i64>)
// CHECK-SAME:    -> tensor<4xf32>
// CHECK-NEXT:    neo.compute [i: 4] %[[M]][i], %[[G]][i]
// CHECK-NOT:     neo.compute
// CHECK:         return
