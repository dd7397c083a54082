// RUN: neo-opt %s --split-input-file --verify-diagnostics

// (C7) The body holds neo.index and those speculatable arith and math
// operations on scalars that the interpreter has a row for: no tensor, and no
// integer of a width that no machine has.

// A tensor.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  %0 = neo.compute [i: 4] %A[i] : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    // expected-error @below {{gives 'tensor<2xf32>' where a body works on scalars: f64, f32, f16, bf16, i64, i32, i16, i8, i1 or index (C7)}}
    %c = arith.constant dense<0.0> : tensor<2xf32>
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}

// -----

// An integer of a width that no machine has.
func.func @f(%A: tensor<8xi32>) -> tensor<4xi32> {
  %0 = neo.compute [i: 4] %A[i] : (tensor<8xi32>) -> tensor<4xi32> {
  ^bb0(%a: i32):
    // expected-error @below {{gives 'i7' where a body works on scalars}}
    %s = arith.trunci %a : i32 to i7
    %b = arith.extui %s : i7 to i32
    neo.yield %b : i32
  }
  return %0 : tensor<4xi32>
}
