// RUN: neo-opt --neo-autodiff %s | FileCheck %s

// %h is used by two operators, twice by one of them at different places, and
// returned: its cotangent is the sum of four parts, in one operator.

func.func @f(%x: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>) {
  %h = neo.compute [i: 5] %x[i] : (tensor<5xf32>) -> tensor<5xf32> {
  ^bb0(%a: f32):
    %0 = math.exp %a : f32
    neo.yield %0 : f32
  }
  %p = neo.compute [i: 5] %h[i], %h[4 - i]
     : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  %q = neo.compute [i: 5] %h[i], %p[i]
     : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    neo.yield %0 : f32
  }
  return %q, %h : tensor<5xf32>, tensor<5xf32>
}

// CHECK-LABEL: func.func @f_vjp(
// CHECK-SAME:    %[[X:.*]]: tensor<5xf32>, %[[GQ:.*]]: tensor<5xf32>,
// CHECK-SAME:    %[[GH:.*]]: tensor<5xf32>)
// CHECK:         %[[H:.*]] = neo.compute [i: 5] %[[X]][i]
// CHECK:           math.exp
// CHECK:         %[[D1:.*]] = neo.compute [i: 5] %[[GQ]][i]
// CHECK:         %[[DP:.*]] = neo.compute [i: 5] %[[GQ]][i]
// CHECK:         %[[D2:.*]] = neo.compute [i: 5] %[[H]][4 - i], %[[DP]][i]
// CHECK:         %[[D3:.*]] = neo.compute [z0: 5] %[[H]][4 - z0], %[[DP]][4 - z0]
// CHECK:         %[[DH:.*]] = neo.compute {{.*}} %[[GH]][{{.*}}], %[[D1]][{{.*}}], %[[D2]][{{.*}}], %[[D3]][
// CHECK-COUNT-3:   arith.addf
// CHECK:         neo.compute [i: 5] %[[X]][i], %[[DH]][i]
