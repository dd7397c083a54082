// RUN: neo-opt --neo-autodiff --verify-diagnostics %s | FileCheck %s

// Three ways not to depend on an argument: no path, a guard that never holds,
// and a derivative that is zero.

// expected-warning @+3 {{the gradient of argument #0 of '@f' is identically zero}}
// expected-warning @+2 {{the gradient of argument #1 of '@f' is identically zero}}
// expected-warning @+1 {{the gradient of argument #2 of '@f' is identically zero}}
func.func @f(%x: tensor<3xf32>, %y: tensor<8xf32>, %z: tensor<4xf32>)
    -> tensor<4xf32> {
  %m = neo.compute [i: 4] %y[2 * i] if (2 * i == 3) else 0.0, %z[i]
     : (tensor<8xf32>, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = math.floor %b : f32
    %1 = arith.addf %a, %0 : f32
    neo.yield %1 : f32
  }
  return %m : tensor<4xf32>
}

// CHECK-LABEL: func.func @f_vjp(
// CHECK-COUNT-3: neo.compute [i0: {{[0-9]}}] : () ->
