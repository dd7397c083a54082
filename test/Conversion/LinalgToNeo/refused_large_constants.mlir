// RUN: neo-opt %s --convert-linalg-to-neo --verify-diagnostics

func.func @product(%A: tensor<50xf64>) -> tensor<5xf64> {
  // expected-remark @+1 {{leaves 64 bits: use smaller constants}}
  %0 = tensor.generate {
  ^bb0(%i: index):
    %c = arith.constant 2305843009213693950 : index
    %d = arith.constant 8 : index
    %m = arith.muli %i, %c : index
    %n = arith.muli %m, %d : index
    %x = tensor.extract %A[%n] : tensor<50xf64>
    tensor.yield %x : f64
  } : tensor<5xf64>
  return %0 : tensor<5xf64>
}
