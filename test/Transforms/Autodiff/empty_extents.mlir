// RUN: neo-opt --neo-autodiff --verify-diagnostics %s | FileCheck %s

// A loop of extent 0 reads nothing: the gradient is zero, whatever the kind.

// expected-warning @+2 {{the gradient of argument #0 of '@f' is identically zero}}
// expected-warning @+1 {{the gradient of argument #1 of '@f' is identically zero}}
func.func @f(%x: tensor<4x0xf32>, %y: tensor<0xf32>) -> tensor<4xf32> {
  %m = neo.compute [i: 4] max [j: 0] %x[i, j], %y[j]
     : (tensor<4x0xf32>, tensor<0xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %m : tensor<4xf32>
}

// CHECK-LABEL: func.func @f_vjp(
// CHECK-NEXT:    %[[X:.*]] = neo.compute [i0: 4, i1: 0] : () -> tensor<4x0xf32>
// CHECK:         %[[Y:.*]] = neo.compute [i0: 0] : () -> tensor<0xf32>
// CHECK:         return %[[X]], %[[Y]]
