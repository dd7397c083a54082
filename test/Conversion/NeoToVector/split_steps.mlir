// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-pad))" %s

// Of a product with a triangle a tile of rows has its steps in two loops: up to
// the first row of the tile no term is masked, then up to its last one.

func.func @f(%a: tensor<64x512xf32>, %b: tensor<512x32xf32>) -> tensor<64x32xf32> {
  %0 = neo.compute [i: 64, j: 32] sum [k: 512] %a[i, k], %b[k, j] where (8 * i - k >= 0)
     {neo.nonzero = affine_set<(i, j, k) : (8 * i - k >= 0)>,
      neo.schedule = "vector [j: 16] tile [i: 4, j: 2] order [i, j] parallel 1"}
     : (tensor<64x512xf32>, tensor<512x32xf32>) -> tensor<64x32xf32> {
  ^bb0(%x: f32, %y: f32):
    %p = arith.mulf %x, %y : f32
    neo.yield %p : f32
  }
  return %0 : tensor<64x32xf32>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK:         %[[MIDDLE:.*]] = scf.for %{{.*}} = %c0 to %[[TO:.*]] step %c1 iter_args
// CHECK-NOT:       arith.select
// CHECK:           scf.yield
// CHECK:         scf.for %{{.*}} = %[[TO]] to %{{.*}} step %c1 iter_args
// CHECK:           arith.select
