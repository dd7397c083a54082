// RUN: neo-opt %s --split-input-file --verify-diagnostics

// (C12) The loops of a gather are the dimensions of its result, those of a
// scatter_add the dimensions of its source; each has an identifier of its own.

func.func @f(%A: tensor<8xf32>, %I: tensor<4xi64>) -> tensor<5xf32> {
  // expected-error @below {{'tensor<5xf32>' does not have the shape of the loops (C12)}}
  %0 = neo.gather [i: 4] %A[%I[i]] : (tensor<8xf32>, tensor<4xi64>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

func.func @f(%Y: tensor<4x2xf32>, %I: tensor<4xi64>) -> tensor<8xf32> {
  // expected-error @below {{a scatter_add reads its source at its loops, in order: rearrange the source by a neo.compute (C12)}}
  %0 = neo.scatter_add [i: 4, j: 2] %Y[j, i] into [%I[i]] : (tensor<4x2xf32>, tensor<4xi64>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
