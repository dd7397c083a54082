// RUN: neo-opt %s --verify-diagnostics

// (C7) The body holds neo.index and those speculatable arith and math
// operations on scalars that the interpreter has a row for, which rounds to the
// nearest.

// Another rounding than to the nearest.
func.func @f(%A: tensor<8xf64>) -> tensor<4xf32> {
  %0 = neo.compute [i: 4] %A[i] : (tensor<8xf64>) -> tensor<4xf32> {
  ^bb0(%a: f64):
    // expected-error @below {{asks for a rounding mode, but a body rounds to the nearest: leave it out (C7)}}
    %s = arith.truncf %a toward_zero : f64 to f32
    neo.yield %s : f32
  }
  return %0 : tensor<4xf32>
}
