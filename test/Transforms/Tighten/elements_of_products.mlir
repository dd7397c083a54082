// RUN: neo-opt --neo-tighten %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-tighten))" %s

// A condition of whole elements, as the gradient of a triangle has, masked every term
// of a product: the product is whole, and read under it. The other one bounds steps.

// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[A:.*]]: tensor<40x32xf32>, %[[B:.*]]: tensor<32x40xf32>)
// CHECK:         %[[C:.*]] = neo.compute [i: 40, j: 40] sum [k: 32] %[[A]][i, k], %[[B]][k, j]
// CHECK-SAME:      where (k - j >= 0)
// CHECK:         neo.compute [i: 40, j: 40] %[[C]][i, j] if (i - j >= 0) else 0.0
func.func @f(%a: tensor<40x32xf32>, %b: tensor<32x40xf32>) -> tensor<40x40xf32> {
  %0 = neo.compute [i: 40, j: 40] sum [k: 32] %a[i, k], %b[k, j]
         where (i - j >= 0, k - j >= 0)
     : (tensor<40x32xf32>, tensor<32x40xf32>) -> tensor<40x40xf32> {
  ^bb0(%x: f32, %y: f32):
    %1 = arith.mulf %x, %y : f32
    neo.yield %1 : f32
  }
  return %0 : tensor<40x40xf32>
}
