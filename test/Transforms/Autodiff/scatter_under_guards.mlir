// RUN: neo-opt --neo-autodiff=scatter %s 2>/dev/null | FileCheck %s
// RUN: neo-opt --neo-autodiff=scatter %s 2>/dev/null | neo-run --entry=check - | FileCheck %s --check-prefix=VALUE
// RUN: neo-opt --neo-autodiff %s 2>/dev/null | neo-run --entry=check - | FileCheck %s --check-prefix=VALUE

// The guards of the access and of all terms are the guard of the scatter.

// CHECK-LABEL: func.func private @f_vjp
// CHECK:         %[[T:.*]] = neo.compute [i: 6, j: 4] sum [] {{.*}} where (i - j >= 0)
// CHECK:         neo.scatter_add [i: 6, j: 4] %[[T]][i, j] into [i + j - 2] where (i - 2 >= 0, i - j >= 0)
func.func private @f(%x: tensor<400xf32>) -> tensor<6x4xf32> {
  %m = neo.compute [i: 6, j: 4] sum [] %x[i + j - 2] if (i >= 2) else 1.0 where (i >= j)
     : (tensor<400xf32>) -> tensor<6x4xf32> {
  ^bb0(%a: f32):
    %0 = arith.mulf %a, %a : f32
    neo.yield %0 : f32
  }
  return %m : tensor<6x4xf32>
}
func.func private @f_vjp(tensor<400xf32>, tensor<6x4xf32>) -> tensor<400xf32>

// Twice the number of points with 2 <= i < 6, j < 4, j <= i and i + j - 2 = z.
// VALUE: result #0: tensor<8xf32> [2, 4, 6, 6, 6, 4, 2, 0]
func.func @check() -> tensor<8xf32> {
  %x = arith.constant dense<1.0> : tensor<400xf32>
  %g = arith.constant dense<1.0> : tensor<6x4xf32>
  %0 = call @f_vjp(%x, %g) : (tensor<400xf32>, tensor<6x4xf32>) -> tensor<400xf32>
  %1 = neo.compute [z: 8] %0[z] : (tensor<400xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %1 : tensor<8xf32>
}
