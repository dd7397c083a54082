// RUN: neo-opt %s --split-input-file --verify-diagnostics

// (C7) The body holds neo.index and those speculatable arith and math
// operations on scalars that the interpreter has a row for: no other operation.

// An operation of another dialect.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  %0 = neo.compute [i: 4] %A[i] : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    // expected-error @below {{cannot stand in the body of a neo.compute: use one of the arith and math operations that docs/Dialect.md lists (C7)}}
    func.call @g() : () -> ()
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}
func.func private @g()

// -----

// An operation of math that nothing else knows.
func.func @f(%A: tensor<8xf32>) -> tensor<4xi1> {
  %0 = neo.compute [i: 4] %A[i] : (tensor<8xf32>) -> tensor<4xi1> {
  ^bb0(%a: f32):
    // expected-error @below {{'math.isnormal' op cannot stand in the body of a neo.compute: use one of the arith and math operations that docs/Dialect.md lists (C7)}}
    %n = math.isnormal %a : f32
    neo.yield %n : i1
  }
  return %0 : tensor<4xi1>
}

// -----

// Two results.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  %0 = neo.compute [i: 4] %A[i] : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    // expected-error @below {{'math.sincos' op cannot stand in the body}}
    %s, %c = math.sincos %a : f32
    neo.yield %s : f32
  }
  return %0 : tensor<4xf32>
}
