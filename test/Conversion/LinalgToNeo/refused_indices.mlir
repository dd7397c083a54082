// RUN: neo-opt %s --convert-linalg-to-neo --split-input-file --verify-diagnostics

func.func @unsigned_of_negative(%A: tensor<5xf64>) -> tensor<8xf64> {
  // expected-remark @+1 {{'tensor.generate' is not raised: it reads a tensor at index #0, which takes 'd0 - 3' for unsigned in 'arith.remui', but it is -3..4 over the loops: write arith.floordivsi, or keep it from below 0 by adding a multiple of the divisor}}
  %0 = tensor.generate {
  ^bb0(%i: index):
    %c3 = arith.constant 3 : index
    %c5 = arith.constant 5 : index
    %at = arith.subi %i, %c3 : index
    %r = arith.remui %at, %c5 : index
    %x = tensor.extract %A[%r] : tensor<5xf64>
    tensor.yield %x : f64
  } : tensor<8xf64>
  return %0 : tensor<8xf64>
}

// -----

func.func @wraps(%A: tensor<5xf64>) -> tensor<200xf64> {
  // expected-remark @+1 {{which may wrap in 8 bits: compute it as an index, with smaller constants}}
  %0 = tensor.generate {
  ^bb0(%i: index):
    %n = arith.index_cast %i : index to i8
    %m = arith.index_cast %n : i8 to index
    %x = tensor.extract %A[%m] : tensor<5xf64>
    tensor.yield %x : f64
  } : tensor<200xf64>
  return %0 : tensor<200xf64>
}

// -----

func.func @product(%A: tensor<50xf64>) -> tensor<5xf64> {
  // expected-remark @+1 {{which multiplies loops by each other, but an index is a sum of loops times constants: make one of them a constant}}
  %0 = tensor.generate {
  ^bb0(%i: index):
    %n = arith.muli %i, %i : index
    %x = tensor.extract %A[%n] : tensor<50xf64>
    tensor.yield %x : f64
  } : tensor<5xf64>
  return %0 : tensor<5xf64>
}

// -----

func.func @by_a_loop(%A: tensor<50xf64>) -> tensor<5xf64> {
  // expected-remark @+1 {{which divides by what depends on the loops in 'arith.remsi': divide by a positive constant}}
  %0 = tensor.generate {
  ^bb0(%i: index):
    %c9 = arith.constant 9 : index
    %n = arith.remsi %c9, %i : index
    %x = tensor.extract %A[%n] : tensor<50xf64>
    tensor.yield %x : f64
  } : tensor<5xf64>
  return %0 : tensor<5xf64>
}

// -----

func.func @by_a_negative(%A: tensor<50xf64>) -> tensor<5xf64> {
  // expected-remark @+1 {{which divides by -2 in 'arith.divsi': divide by a positive constant, and negate the quotient}}
  %0 = tensor.generate {
  ^bb0(%i: index):
    %c = arith.constant -2 : index
    %n = arith.divsi %i, %c : index
    %x = tensor.extract %A[%n] : tensor<50xf64>
    tensor.yield %x : f64
  } : tensor<5xf64>
  return %0 : tensor<5xf64>
}

// -----

func.func @bits(%A: tensor<50xf64>) -> tensor<5xf64> {
  // expected-remark @+1 {{which goes through 'arith.andi', which is arithmetic only with a constant: shift by 0..60, mask by 2^k - 1, or divide}}
  %0 = tensor.generate {
  ^bb0(%i: index):
    %c = arith.constant 5 : index
    %n = arith.andi %i, %c : index
    %x = tensor.extract %A[%n] : tensor<50xf64>
    tensor.yield %x : f64
  } : tensor<5xf64>
  return %0 : tensor<5xf64>
}

// -----

func.func @no_arithmetic(%A: tensor<50xf64>) -> tensor<5xf64> {
  // expected-remark @+1 {{which comes from 'index.sizeof', which is no arithmetic of loops and constants: read at data with a neo.gather}}
  %0 = tensor.generate {
  ^bb0(%i: index):
    %n = index.sizeof
    %x = tensor.extract %A[%n] : tensor<50xf64>
    tensor.yield %x : f64
  } : tensor<5xf64>
  return %0 : tensor<5xf64>
}
