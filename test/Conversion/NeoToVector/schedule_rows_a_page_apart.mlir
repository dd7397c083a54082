// RUN: neo-opt --neo-schedule %s | FileCheck %s

// Rows of %W are 4 KiB apart, so the lines that a tile reads of them fall on one
// set of the first-level cache: it takes no more rows than the set has ways.
// Rows of 4160 bytes fall on many sets, and more of them are taken at once.

// CHECK-LABEL: func.func @page(
// CHECK:         neo.schedule = "vector [b: 16] tile [i: 8, b: 2]
func.func @page(%W: tensor<1024x1024xf32>, %B: tensor<1024x32xf32>)
    -> tensor<1024x32xf32> {
  %C = neo.compute [i: 1024, b: 32] sum [j: 1024] %W[i, j], %B[j, b]
     : (tensor<1024x1024xf32>, tensor<1024x32xf32>) -> tensor<1024x32xf32> {
  ^bb0(%x: f32, %y: f32):
    %p = arith.mulf %x, %y : f32
    neo.yield %p : f32
  }
  return %C : tensor<1024x32xf32>
}

// CHECK-LABEL: func.func @no_page(
// CHECK:         neo.schedule = "vector [b: 16] tile [i: 14, b: 2]
func.func @no_page(%W: tensor<1024x1040xf32>, %B: tensor<1040x32xf32>)
    -> tensor<1024x32xf32> {
  %C = neo.compute [i: 1024, b: 32] sum [j: 1040] %W[i, j], %B[j, b]
     : (tensor<1024x1040xf32>, tensor<1040x32xf32>) -> tensor<1024x32xf32> {
  ^bb0(%x: f32, %y: f32):
    %p = arith.mulf %x, %y : f32
    neo.yield %p : f32
  }
  return %C : tensor<1024x32xf32>
}
