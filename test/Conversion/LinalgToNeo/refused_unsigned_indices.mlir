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
