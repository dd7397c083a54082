// RUN: neo-opt %s --split-input-file --verify-diagnostics
//
// (C7) The body holds neo.index and those speculatable arith and math operations
// on scalars that the interpreter has a row for.

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

// -----

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

// -----

// A loop that does not exist.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  %0 = neo.compute [i: 4] %A[i] : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    // expected-error @below {{names loop 1 of 1 (C7)}}
    %i = neo.index 1 : index
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}

// -----

// A division that may be by zero.
func.func @f(%A: tensor<8xi32>) -> tensor<4xi32> {
  %0 = neo.compute [i: 4] %A[i] : (tensor<8xi32>) -> tensor<4xi32> {
  ^bb0(%a: i32):
    // expected-error @below {{may have undefined behaviour where it stands: divide by a constant that is not zero (C7)}}
    %q = arith.divsi %a, %a : i32
    neo.yield %q : i32
  }
  return %0 : tensor<4xi32>
}

// -----

// Remainders and divisions that round down trap as well.
func.func @f(%A: tensor<8xi32>) -> tensor<4xi32> {
  %0 = neo.compute [i: 4] %A[i] : (tensor<8xi32>) -> tensor<4xi32> {
  ^bb0(%a: i32):
    // expected-error @below {{divide by a constant that is not zero (C7)}}
    %q = arith.remsi %a, %a : i32
    neo.yield %q : i32
  }
  return %0 : tensor<4xi32>
}

// -----

func.func @f(%A: tensor<8xi32>) -> tensor<4xi32> {
  %0 = neo.compute [i: 4] %A[i] : (tensor<8xi32>) -> tensor<4xi32> {
  ^bb0(%a: i32):
    %c0 = arith.constant 0 : i32
    // expected-error @below {{divide by a constant that is not zero (C7)}}
    %q = arith.floordivsi %a, %c0 : i32
    neo.yield %q : i32
  }
  return %0 : tensor<4xi32>
}

// -----

// A division by a constant.
func.func @f(%A: tensor<8xi32>) -> tensor<4xi32> {
  %0 = neo.compute [i: 4] %A[i] : (tensor<8xi32>) -> tensor<4xi32> {
  ^bb0(%a: i32):
    %c = arith.constant 3 : i32
    %q = arith.divsi %a, %c : i32
    neo.yield %q : i32
  }
  return %0 : tensor<4xi32>
}

// -----

// neo.index outside of a neo.compute.
func.func @f() -> index {
  // expected-error @below {{expects parent op 'neo.compute'}}
  %0 = neo.index 0 : index
  return %0 : index
}
