// RUN: neo-opt --neo-schedule %s | FileCheck %s

// A panel of all 1024 rows of 48 columns takes 196 KB, and as much is read to
// fill it, so it is filled in blocks of rows.

// CHECK-LABEL: func.func @f
// CHECK: block [k: {{[0-9]+}}] pack [0]
func.func @f(%w: tensor<1024x9216xf32>, %x: tensor<1024x49xf32>)
    -> tensor<9216x49xf32> {
  %0 = neo.compute [m: 9216, n: 49] sum [k: 1024] %w[k, m], %x[k, n]
     : (tensor<1024x9216xf32>, tensor<1024x49xf32>) -> tensor<9216x49xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %0 : tensor<9216x49xf32>
}
