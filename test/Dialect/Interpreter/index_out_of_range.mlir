// RUN: not neo-run %s --entry=above 2>&1 | FileCheck %s --check-prefix=ABOVE
// RUN: not neo-run %s --entry=below 2>&1 | FileCheck %s --check-prefix=BELOW
// RUN: not neo-run %s --entry=empty 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not neo-run %s --entry=unread 2>&1 | FileCheck %s --check-prefix=UNREAD

// (R1) The first index that does not lie in its dimension is reported.

// ABOVE: index 7 at [1, 0] of operand #1 of neo.gather lies outside 0..6, the range of dimension 1
func.func @above(%A: tensor<2x7xf32>) -> tensor<2x2xf32> {
  %I = arith.constant dense<[[0, 6], [7, 8]]> : tensor<2x2xi32>
  %0 = neo.gather [i: 2, j: 2] %A[i, %I[i, j]] : (tensor<2x7xf32>, tensor<2x2xi32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// BELOW: index -1 at [2] of the labels lies outside 0..6, the range of dimension 0; indices from data do not count from the end
func.func @below(%Y: tensor<3xf32>) -> tensor<7xf32> {
  %I = arith.constant dense<[0, 0, -1]> : tensor<3xi64>
  %0 = neo.scatter_add [i: 3] %Y[i] into [%I[i]] {neo.described = ["the labels"]}
     : (tensor<3xf32>, tensor<3xi64>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}

// EMPTY: index 0 at [0] of operand #1 of neo.gather lies outside dimension 0, which has no elements
func.func @empty(%A: tensor<0x2xf32>) -> tensor<3x2xf32> {
  %I = arith.constant dense<0> : tensor<3xi64>
  %0 = neo.gather [i: 3, j: 2] %A[%I[i], j] : (tensor<0x2xf32>, tensor<3xi64>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// All of a tensor of indices is looked at, whether a point reads it or not.
// UNREAD: index 9 at [0] of operand #1 of neo.gather
func.func @unread(%A: tensor<4xf32>) -> tensor<3xf32> {
  %I = arith.constant dense<[9, 0, 1]> : tensor<3xi64>
  %0 = neo.gather [i: 3] %A[%I[i]] where (i >= 1) : (tensor<4xf32>, tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
