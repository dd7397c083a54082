// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-algebra))' %s | FileCheck %s

// Both orders have the same operations. W is beyond the caches: the loop over
// l, along which its rows lie, is summed first, so that they are read on and
// not piece by piece.

func.func @f(%a: tensor<32x1024xf32>, %w: tensor<32x1024x1024xf32>,
             %b: tensor<32x1024xf32>) -> tensor<32x32xf32> {
  %o = neo.compute [n: 32, m: 32] sum [k: 1024, l: 1024]
         %a[n, k], %w[m, k, l], %b[n, l]
     : (tensor<32x1024xf32>, tensor<32x1024x1024xf32>, tensor<32x1024xf32>)
       -> tensor<32x32xf32> {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %q = arith.mulf %p, %z : f32
    neo.yield %q : f32
  }
  return %o : tensor<32x32xf32>
}

// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<32x1024xf32>, %[[W:[^:]*]]: tensor<32x1024x1024xf32>, %[[B:[^:]*]]: tensor<32x1024xf32>)
// CHECK:         %[[T:.*]] = neo.compute [{{[nmk]}}: {{.*}}] sum [l: 1024]
// CHECK:         neo.compute [n: 32, m: 32] sum [k: 1024] {{.*}}%[[T]]
