// RUN: neo-opt %s --verify-diagnostics

// (C12) The points of a gather and of a scatter_add fit 63 bits.

func.func @f(%A: tensor<8xf32>, %I: tensor<1xi64>) -> tensor<4294967296x4294967296xf32> {
  // expected-error @below {{loops have more than 2^63 - 1 points (C12)}}
  %0 = neo.gather [i: 4294967296, j: 4294967296] %A[%I[0]]
     : (tensor<8xf32>, tensor<1xi64>) -> tensor<4294967296x4294967296xf32>
  return %0 : tensor<4294967296x4294967296xf32>
}
