// RUN: neo-opt --neo-pack %s | FileCheck %s

// j is contiguous in %B, but the rows that k steps over are a page apart: 1024
// numbers of four bytes.

// CHECK-LABEL: func.func @page(
// CHECK:         %[[P:.*]] = neo.compute
// CHECK-SAME:      -> tensor<16x64x64xf32>
// CHECK:         neo.compute [i: 64, j: 1024] sum [k: 64]
// CHECK-SAME:      %[[P]][j floordiv 64, k, j mod 64]
func.func @page(%A: tensor<64x64xf32>, %B: tensor<64x1024xf32>)
    -> tensor<64x1024xf32> {
  %C = neo.compute [i: 64, j: 1024] sum [k: 64] %A[i, k], %B[k, j]
     : (tensor<64x64xf32>, tensor<64x1024xf32>) -> tensor<64x1024xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x1024xf32>
}

// Sixteen numbers more, and they are not.
// CHECK-LABEL: func.func @no_page(
// CHECK-NEXT:    neo.compute [i: 64, j: 1040] sum
func.func @no_page(%A: tensor<64x64xf32>, %B: tensor<64x1040xf32>)
    -> tensor<64x1040xf32> {
  %C = neo.compute [i: 64, j: 1040] sum [k: 64] %A[i, k], %B[k, j]
     : (tensor<64x64xf32>, tensor<64x1040xf32>) -> tensor<64x1040xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x1040xf32>
}

// Of rows a page apart 32 fall on one set of the cache as well, of rows of 1024
// bytes only eight do.
// CHECK-LABEL: func.func @few_pages(
// CHECK:         %[[P:.*]] = neo.compute
// CHECK-SAME:      -> tensor<16x32x64xf32>
// CHECK:         neo.compute [i: 64, j: 1024] sum [k: 32]
// CHECK-SAME:      %[[P]][j floordiv 64, k, j mod 64]
func.func @few_pages(%A: tensor<64x32xf32>, %B: tensor<32x1024xf32>)
    -> tensor<64x1024xf32> {
  %C = neo.compute [i: 64, j: 1024] sum [k: 32] %A[i, k], %B[k, j]
     : (tensor<64x32xf32>, tensor<32x1024xf32>) -> tensor<64x1024xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x1024xf32>
}

// CHECK-LABEL: func.func @few_quarters(
// CHECK-NEXT:    neo.compute [i: 64, j: 256] sum
func.func @few_quarters(%A: tensor<64x32xf32>, %B: tensor<32x256xf32>)
    -> tensor<64x256xf32> {
  %C = neo.compute [i: 64, j: 256] sum [k: 32] %A[i, k], %B[k, j]
     : (tensor<64x32xf32>, tensor<32x256xf32>) -> tensor<64x256xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x256xf32>
}
