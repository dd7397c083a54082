// RUN: neo-opt --neo-stable-forms %s | FileCheck %s

// The only reader of the sum does not use it: it is built anew without the sum, and the
// largest exponent, which would keep the sum in range, goes as well.

// CHECK-LABEL: @f
// CHECK-NEXT: neo.compute [i: 3] %arg0[i, 0]
// CHECK-NOT: max
func.func @f(%a: tensor<3x4xf64>) -> tensor<3xf64> {
  %0 = neo.compute [i: 3] sum [r: 4] %a[i, r] : (tensor<3x4xf64>) -> tensor<3xf64> {
  ^bb0(%x: f64):
    %e = math.exp %x : f64
    neo.yield %e : f64
  }
  %1 = neo.compute [i: 3] %0[i], %a[i, 0] : (tensor<3xf64>, tensor<3x4xf64>) -> tensor<3xf64> {
  ^bb0(%x: f64, %y: f64):
    neo.yield %y : f64
  }
  return %1 : tensor<3xf64>
}
