// RUN: neo-opt %s --split-input-file --verify-diagnostics
//
// (C14) Every index over the loops, of the indexed tensor and of the tensors of
// integers, is proven to lie inside wherever 'where' holds.

func.func @inside_under_where(%A: tensor<8x4xf32>, %I: tensor<3xi32>) -> tensor<4xf32> {
  %0 = neo.gather [i: 4] %A[%I[i - 1], 4 - i] where (i >= 1)
     : (tensor<8x4xf32>, tensor<3xi32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%A: tensor<8x4xf32>, %I: tensor<4xi32>) -> tensor<4xf32> {
  // expected-error @below {{index 'i + 1' of the indexed tensor lies outside 0..3 at i = 3; guard it by 'where' or change the extents (C14)}}
  %0 = neo.gather [i: 4] %A[%I[i], i + 1]
     : (tensor<8x4xf32>, tensor<4xi32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%A: tensor<8xf32>, %I: tensor<4xi32>) -> tensor<4xf32> {
  // expected-error @below {{index 'i - 1' of operand #1 lies outside 0..3 at i = 0; guard it by 'where' or change the extents (C14)}}
  %0 = neo.gather [i: 4] %A[%I[i - 1]]
     : (tensor<8xf32>, tensor<4xi32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%Y: tensor<4xf32>) -> tensor<7xf32> {
  // expected-error @below {{index '3 * i' of the indexed tensor lies outside 0..6 at i = 3}}
  %0 = neo.scatter_add [i: 4] %Y[i] into [3 * i] : (tensor<4xf32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}
