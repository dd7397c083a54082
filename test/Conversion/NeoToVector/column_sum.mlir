// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// Columns of a matrix that no cache holds are summed some rows at a time, so
// that tiles read on in each of these rows; of a small one, all rows at once.

func.func @large(%X: tensor<4096x3072xf32>) -> tensor<3072xf32> {
  %y = neo.compute [j: 3072] sum [i: 4096] %X[i, j]
     : (tensor<4096x3072xf32>) -> tensor<3072xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  return %y : tensor<3072xf32>
}

// CHECK-LABEL: func.func private @large_kernel0(
// CHECK-SAME:    vector [j: {{[0-9]+}}]
// CHECK-SAME:    block [i: {{4|8|16}}]

func.func @small(%X: tensor<64x96xf32>) -> tensor<96xf32> {
  %y = neo.compute [j: 96] sum [i: 64] %X[i, j]
     : (tensor<64x96xf32>) -> tensor<96xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  return %y : tensor<96xf32>
}

// CHECK-LABEL: func.func private @small_kernel1(
// CHECK-NOT:     block

// A copy with a row added to each goes along the rows.

func.func @rows(%X: tensor<4096x768xf32>, %g: tensor<768xf32>)
    -> tensor<4096x768xf32> {
  %y = neo.compute [i: 4096, j: 768] %X[i, j], %g[j]
     : (tensor<4096x768xf32>, tensor<768xf32>) -> tensor<4096x768xf32> {
  ^bb0(%x: f32, %b: f32):
    %0 = arith.addf %x, %b : f32
    neo.yield %0 : f32
  }
  return %y : tensor<4096x768xf32>
}

// CHECK-LABEL: func.func private @rows_kernel2(
// CHECK-SAME:    tile [j: {{[0-9]+}}]
