// RUN: neo-opt --neo-autodiff %s | FileCheck %s
// RUN: neo-opt --neo-autodiff %s | neo-run --entry=check - \
// RUN:   | FileCheck --check-prefix=VALUES %s

// The gradient of a cumulative product is a recurrence from the end, solved by
// doubling: two sweeps for four factors, and no tensor of all pairs.

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %p = neo.compute [i: 4] prod [k: 4] %a[k] where (i - k >= 0)
     : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  return %p : tensor<4xf32>
}
func.func private @f_vjp(tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>

// CHECK-LABEL: func.func {{.*}}@f_vjp(
// CHECK-SAME:    %[[A:.*]]: tensor<4xf32>, %[[D:.*]]: tensor<4xf32>)
// CHECK:         arith.mulf
// CHECK-NEXT:    arith.addf
// CHECK:         [i0 + 1] if (i0 < 3) else 0.0
// CHECK:         [i0 + 2] if (i0 < 2) else 0.0
// CHECK-NOT:     tensor<4x4xf32>

// Factors 2, 0, 3, 4: 1 + 0 + 0 + 0; 2 + 2 * 3 * 10 + 2 * 3 * 4 * 100; 0; 0
// VALUES: [1, 2480, 0, 0]
func.func @check() -> tensor<4xf32> {
  %a = arith.constant dense<[2.0, 0.0, 3.0, 4.0]> : tensor<4xf32>
  %d = arith.constant dense<[1.0, 10.0, 10.0, 100.0]> : tensor<4xf32>
  %g = func.call @f_vjp(%a, %d) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %g : tensor<4xf32>
}
