// RUN: neo-opt %s --convert-linalg-to-neo --split-input-file --verify-diagnostics

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
