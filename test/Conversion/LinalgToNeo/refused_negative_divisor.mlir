// RUN: neo-opt %s --convert-linalg-to-neo --verify-diagnostics

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
