// RUN: neo-opt %s --split-input-file --verify-diagnostics
//
// (C11) Tensors carry no encoding.

func.func @f(%A: tensor<4xf32, "rows">) -> tensor<4xf32> {
  // expected-error @below {{operand #0 has the encoding "rows", which says nothing to neo.compute: drop it, and state a layout by an operator that copies into it (C11)}}
  %0 = neo.compute [i: 4] %A[i] : (tensor<4xf32, "rows">) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%A: tensor<4xf32>) -> tensor<4xf32, 7> {
  // expected-error @below {{result has the encoding 7 : i64, which says nothing to neo.compute}}
  %0 = neo.compute [i: 4] %A[i] : (tensor<4xf32>) -> tensor<4xf32, 7> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32, 7>
}

// -----

func.func @f(%A: tensor<4xf32>, %I: tensor<4xi64, "rows">) -> tensor<4xf32> {
  // expected-error @below {{operand #1 has the encoding "rows", which says nothing to neo.gather: drop it}}
  %0 = neo.gather [i: 4] %A[%I[i]]
     : (tensor<4xf32>, tensor<4xi64, "rows">) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
