// RUN: neo-opt %s --convert-linalg-to-neo --split-input-file --verify-diagnostics

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
