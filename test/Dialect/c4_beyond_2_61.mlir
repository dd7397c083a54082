// RUN: neo-opt %s --split-input-file --verify-diagnostics

// (C4) Index arithmetic keeps to 2^61, and so do indices of larger tensors.

func.func @f(%A: tensor<4611686018427387904xi8>) -> tensor<i8> {
  // expected-error @below {{index 'i' of operand #0 is 2305843009213693952 at i = 2305843009213693952, and indices are below 2^61 = 2305843009213693952 (C4)}}
  // expected-note @below {{the index reaches 0..4611686018427387903; guard the operand or change the extents}}
  %0 = neo.compute [] max [i: 4611686018427387904] %A[i]
     : (tensor<4611686018427387904xi8>) -> tensor<i8> {
  ^bb0(%a: i8):
    neo.yield %a : i8
  }
  return %0 : tensor<i8>
}

// -----

func.func @g(%A: tensor<4611686018427387904x2xi8>, %I: tensor<4611686018427387904xi64>)
    -> tensor<4611686018427387904xi8> {
  // expected-error @below {{lies outside 0..2305843009213693951, as far as indices reach, at i = 2305843009213693952; guard it by 'where' or change the extents (C14)}}
  %0 = neo.gather [i: 4611686018427387904] %A[i, %I[i]]
     : (tensor<4611686018427387904x2xi8>, tensor<4611686018427387904xi64>)
    -> tensor<4611686018427387904xi8>
  return %0 : tensor<4611686018427387904xi8>
}
