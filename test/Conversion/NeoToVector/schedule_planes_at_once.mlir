// RUN: env NEO_TARGET=znver5 neo-opt --neo-schedule %s | FileCheck %s

// Rows of 912 bytes are written through the caches, and each plane of 208 KB
// goes on for long: several at once. Of a quarter as many, which the caches
// keep, one row after the other.

// CHECK-LABEL: func.func @far(
// CHECK: tile [i: {{[4-8]}}] order [i, y, x]
func.func @far(%A: tensor<64x224x224xf32>) -> tensor<64x228x228xf32> {
  %P = neo.compute [i: 64, y: 228, x: 228] %A[i, y - 2, x - 2]
       if (y - 2 >= 0, y < 226, x - 2 >= 0, x < 226) else 0.0
     : (tensor<64x224x224xf32>) -> tensor<64x228x228xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %P : tensor<64x228x228xf32>
}

// CHECK-LABEL: func.func @near(
// CHECK: tile [x: {{[0-9]+}}] order [i, y, x]
func.func @near(%A: tensor<16x224x224xf32>) -> tensor<16x228x228xf32> {
  %P = neo.compute [i: 16, y: 228, x: 228] %A[i, y - 2, x - 2]
       if (y - 2 >= 0, y < 226, x - 2 >= 0, x < 226) else 0.0
     : (tensor<16x224x224xf32>) -> tensor<16x228x228xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %P : tensor<16x228x228xf32>
}
