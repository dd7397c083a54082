// RUN: neo-opt --neo-schedule %s | FileCheck %s

// Of a matrix that a vector is multiplied by four rows are gone along at once,
// the streams that the hardware prefetches; of two matrices two rows each, and
// two where they fall on the same sets of the first-level cache.

// CHECK-LABEL: func.func @vector(
// CHECK:         neo.schedule = "vector [k: 16] tile [i: 4] order [i] parallel 1"
func.func @vector(%A: tensor<500x700xf32>, %x: tensor<700xf32>) -> tensor<500xf32> {
  %y = neo.compute [i: 500] sum [k: 700] %A[i, k], %x[k]
     : (tensor<500x700xf32>, tensor<700xf32>) -> tensor<500xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %y : tensor<500xf32>
}

// CHECK-LABEL: func.func @rows(
// CHECK:         neo.schedule = "vector [k: 16] tile [i: 2] order [i] parallel 1"
func.func @rows(%A: tensor<500x700xf32>, %B: tensor<500x700xf32>) -> tensor<500xf32> {
  %y = neo.compute [i: 500] sum [k: 700] %A[i, k], %B[i, k]
     : (tensor<500x700xf32>, tensor<500x700xf32>) -> tensor<500xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %y : tensor<500xf32>
}

// CHECK-LABEL: func.func @pages(
// CHECK:         neo.schedule = "vector [k: 16] tile [i: 2] order [i] parallel 1"
func.func @pages(%A: tensor<500x1024xf32>, %x: tensor<1024xf32>) -> tensor<500xf32> {
  %y = neo.compute [i: 500] sum [k: 1024] %A[i, k], %x[k]
     : (tensor<500x1024xf32>, tensor<1024xf32>) -> tensor<500xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %y : tensor<500xf32>
}
