// RUN: neo-opt %s --split-input-file --verify-diagnostics

// (C7) The body holds neo.index and those speculatable arith and math
// operations on scalars that the interpreter has a row for: no division that
// may be by zero.

// A division that may be by zero.
func.func @f(%A: tensor<8xi32>) -> tensor<4xi32> {
  %0 = neo.compute [i: 4] %A[i] : (tensor<8xi32>) -> tensor<4xi32> {
  ^bb0(%a: i32):
    // expected-error @below {{may have undefined behaviour where it stands: divide by a constant that is not zero, nor -1 where it is signed (C7)}}
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
    // expected-error @below {{divide by a constant that is not zero, nor -1 where it is signed (C7)}}
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
    // expected-error @below {{divide by a constant that is not zero, nor -1 where it is signed (C7)}}
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
