// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-order{explain}),canonicalize)' %s 2>&1 | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-order))" %s

// A product that is transposed to be returned is computed transposed.

// CHECK: remark: its result takes its dimensions in the order (1, 0) of those as written
// CHECK-LABEL: func.func @f(
// CHECK-NEXT:    %[[P:.*]] = neo.compute [i: 12, j: 20] sum [k: 16] %arg0[k, j], %arg1[i, k]
// CHECK:         return %[[P]]
func.func @f(%b: tensor<16x20xf32>, %a: tensor<12x16xf32>) -> tensor<12x20xf32> {
  %p = neo.compute [j: 20, i: 12] sum [k: 16] %b[k, j], %a[i, k]
     : (tensor<16x20xf32>, tensor<12x16xf32>) -> tensor<20x12xf32> {
  ^bb0(%u: f32, %v: f32):
    %0 = arith.mulf %u, %v : f32
    neo.yield %0 : f32
  }
  %t = neo.compute [i: 12, j: 20] %p[j, i]
     : (tensor<20x12xf32>) -> tensor<12x20xf32> {
  ^bb0(%u: f32):
    neo.yield %u : f32
  }
  return %t : tensor<12x20xf32>
}
