// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// Every element is read once, in eight streams. The next eight rows are prefetched:
// by sums of all columns in the order of memory, as many lines in a step as it reads;
// by sums of some columns, those columns. A single stream is prefetched one page ahead.

// CHECK-LABEL: func.func private @product_kernel0(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: memref<16777216xf32>
// CHECK-SAME:    tile [i: 8] order [i]
// CHECK-COUNT-8: memref.prefetch %[[A]]{{.*}}, read, locality<2>
// CHECK-NOT:     memref.prefetch
// CHECK:         vector.fma
func.func @product(%A: tensor<4096x4096xf32>, %x: tensor<4096xf32>)
    -> tensor<4096xf32> {
  %y = neo.compute [i: 4096] sum [k: 4096] %A[i, k], %x[k]
     : (tensor<4096x4096xf32>, tensor<4096xf32>) -> tensor<4096xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %y : tensor<4096xf32>
}

// CHECK-LABEL: func.func private @columns_kernel1(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: memref<16777216xf32>
// CHECK-SAME:    %[[BEGIN:[a-z0-9]+]]: index, %[[END:[a-z0-9]+]]: index
// CHECK-SAME:    tile [j: 4] order [j] parallel 1 block [i: 8]
// CHECK:         %[[TILES:.*]] = arith.subi %[[END]], %[[BEGIN]]
// CHECK:         %[[ALL:.*]] = arith.cmpi eq, %[[TILES]], %c64
// CHECK:         arith.select %[[ALL]], %c8, %c1
// CHECK:         arith.select %[[ALL]], %c64, %c4096
// CHECK-NOT:     arith.divui
// CHECK-COUNT-4: memref.prefetch %[[A]]{{.*}}, read, locality<2>
// CHECK-NOT:     memref.prefetch
func.func @columns(%A: tensor<4096x4096xf32>) -> tensor<4096xf32> {
  %y = neo.compute [j: 4096] sum [i: 4096] %A[i, j]
     : (tensor<4096x4096xf32>) -> tensor<4096xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %y : tensor<4096xf32>
}

// CHECK-LABEL: func.func private @rows_kernel2(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: memref<16777216xf32>
// CHECK:           %[[AT:.*]] = affine.apply
// CHECK:           %[[NEXT:.*]] = arith.addi %[[AT]], %c1024
// CHECK-NEXT:      memref.prefetch %[[A]][%[[NEXT]]], read, locality<2>
// CHECK-COUNT-3:   memref.prefetch
// CHECK-NOT:       memref.prefetch
func.func @rows(%A: tensor<4096x4096xf32>) -> tensor<4096xf32> {
  %y = neo.compute [i: 4096] sum [j: 4096] %A[i, j]
     : (tensor<4096x4096xf32>) -> tensor<4096xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %y : tensor<4096xf32>
}

// The latency of the third-level cache needs no prefetch.

// CHECK-LABEL: func.func private @near_kernel3(
// CHECK-NOT:     memref.prefetch
func.func @near(%A: tensor<1024x1024xf32>) -> tensor<1024xf32> {
  %y = neo.compute [i: 1024] sum [j: 1024] %A[i, j]
     : (tensor<1024x1024xf32>) -> tensor<1024xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %y : tensor<1024xf32>
}
