// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// Rows of 24 pixels in three vectors, stride 2: what the three rows of a window
// add up to for tap -1 is summed from the range of tap 1, and shifted by a
// lane. No range begins at -1, and no lane is read by itself.

#inside = affine_set<(k, p, q, r, s) : (2 * p + r - 1 >= 0, 2 * q + s - 1 >= 0)>

func.func @f(%x: tensor<3x48x48xf32>, %w: tensor<3x3x3xf32>)
    -> tensor<3x24x24xf32> {
  %0 = neo.compute [k: 3, p: 24, q: 24] sum [r: 3, s: 3]
         %x[k, 2 * p + r - 1, 2 * q + s - 1]
           if (2 * p + r - 1 >= 0, 2 * q + s - 1 >= 0) else 0.0, %w[k, r, s]
         {neo.nonzero = #inside,
          neo.schedule = "vector [q: 8] tile [p: 4, q: 3] unroll [r, s]"}
     : (tensor<3x48x48xf32>, tensor<3x3x3xf32>) -> tensor<3x24x24xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %0 : tensor<3x24x24xf32>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK-SAME:    %[[X:[^:]*]]: memref<6912xf32>
// CHECK-NOT:     memref.load %[[X]]
// CHECK-NOT:     [0, 1, 3, 5, 7,
// CHECK:         %[[S:.*]] = vector.shuffle %{{[^,]*}}, %[[B:.*]] [7, 8, 9, 10, 11, 12, 13, 14]
// CHECK:         arith.addf %{{.*}}, %[[S]]
// CHECK:         vector.store
// CHECK:         vector.shuffle %[[B]], %{{.*}} [7, 8, 9, 10, 11, 12, 13, 14]
