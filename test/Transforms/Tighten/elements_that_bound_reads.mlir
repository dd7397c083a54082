// RUN: neo-opt --neo-tighten %s | FileCheck %s
// RUN: neo-run --entry=bounding --check-pipeline="builtin.module(func.func(neo-tighten))" %s
// RUN: neo-run --entry=free --check-pipeline="builtin.module(func.func(neo-tighten))" %s

// The condition of whole elements keeps %b inside its tensor: it stays with the terms,
// as a product without it would read element -1. That of @free is read under it.

// CHECK-LABEL: func.func @bounding
// CHECK:         neo.compute [i: 40, j: 40] sum [k: 32] %{{.*}}[i, k], %{{.*}}[j - 1, k] where (j - 1 >= 0)
// CHECK-NEXT:    ^bb0
func.func @bounding(%a: tensor<40x32xf32>, %b: tensor<39x32xf32>) -> tensor<40x40xf32> {
  %0 = neo.compute [i: 40, j: 40] sum [k: 32] %a[i, k], %b[j - 1, k] where (j - 1 >= 0)
     : (tensor<40x32xf32>, tensor<39x32xf32>) -> tensor<40x40xf32> {
  ^bb0(%x: f32, %y: f32):
    %1 = arith.mulf %x, %y : f32
    neo.yield %1 : f32
  }
  return %0 : tensor<40x40xf32>
}

// CHECK-LABEL: func.func @free
// CHECK:         %[[C:.*]] = neo.compute [i: 40, j: 40] sum [k: 32] %{{.*}}[i, k], %{{.*}}[j, k] :
// CHECK:         neo.compute [i: 40, j: 40] %[[C]][i, j] if (j - 1 >= 0) else 0.0
func.func @free(%a: tensor<40x32xf32>, %b: tensor<40x32xf32>) -> tensor<40x40xf32> {
  %0 = neo.compute [i: 40, j: 40] sum [k: 32] %a[i, k], %b[j, k] where (j - 1 >= 0)
     : (tensor<40x32xf32>, tensor<40x32xf32>) -> tensor<40x40xf32> {
  ^bb0(%x: f32, %y: f32):
    %1 = arith.mulf %x, %y : f32
    neo.yield %1 : f32
  }
  return %0 : tensor<40x40xf32>
}
