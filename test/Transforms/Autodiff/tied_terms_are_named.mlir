// RUN: neo-opt %s --neo-autodiff | FileCheck %s

// Where ties share the gradient, the terms of the maximum are a tensor that the
// count of ties and the derivative read: computed again, a term could differ
// from the maximum by a rounding.

// CHECK-LABEL: func.func @f(
// CHECK:         %[[T:.*]] = neo.compute [i: 4, j: 3] %{{.*}}[i], %{{.*}}[j]
// CHECK:         max [j: 3] %[[T]][i, j]
// CHECK-LABEL: func.func @f_vjp(
// CHECK:         %[[T:.*]] = neo.compute [i: 4, j: 3]
// CHECK:         %[[M:.*]] = neo.compute [i: 4] max [j: 3] %[[T]][i, j]
// CHECK:         sum [j: 3] %[[T]][i, j], %[[M]][i]
func.func @f(%a: tensor<4xf64>, %b: tensor<3xf64>) -> tensor<4xf64> {
  %y = neo.compute [i: 4] max [j: 3] %a[i], %b[j] {neo.ties = "shared"}
     : (tensor<4xf64>, tensor<3xf64>) -> tensor<4xf64> {
  ^bb0(%u: f64, %v: f64):
    %0 = arith.divf %u, %v : f64
    neo.yield %0 : f64
  }
  return %y : tensor<4xf64>
}
