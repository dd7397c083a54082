// RUN: neo-opt --neo-autodiff=partial-sums %s | FileCheck %s
// RUN: neo-opt --neo-autodiff=partial-sums --canonicalize %s | FileCheck %s --check-prefix=READ
// RUN: neo-opt --neo-autodiff=partial-sums %s | neo-run --entry=check - | FileCheck %s --check-prefix=VALUE

// A slice has terms for every second element. They are computed first, for
// these alone, and then put in their places, where parts meet as guarded reads.

func.func @pairs(%A: tensor<6xf32>) -> tensor<3xf32> {
  %C = neo.compute [i: 3] %A[2 * i], %A[2 * i + 1]
     : (tensor<6xf32>, tensor<6xf32>) -> tensor<3xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<3xf32>
}
func.func private @pairs_vjp(tensor<6xf32>, tensor<3xf32>) -> tensor<6xf32>

// CHECK-LABEL: func.func private @pairs_vjp(
// CHECK:         %[[T:.*]] = neo.compute [i: 3]
// CHECK:         neo.compute [z0: 6] sum [] %[[T]][z0 floordiv 2] where (z0 mod 2 == 0)
// READ-LABEL:  func.func private @pairs_vjp(
// READ-COUNT-2: neo.compute [i: 3]
// READ:        neo.compute [i0: 6]
// READ-SAME:     [i0 floordiv 2] if (i0 mod 2 == 0) else 0.0
// VALUE: [2, 1, 4, 3, 6, 5]
func.func @check() -> tensor<6xf32> {
  %A = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  %one = arith.constant dense<1.0> : tensor<3xf32>
  %0 = call @pairs_vjp(%A, %one) : (tensor<6xf32>, tensor<3xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}
