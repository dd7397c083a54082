// RUN: neo-opt %s --convert-linalg-to-neo --verify-diagnostics

func.func @inside(%A: tensor<50xf64>) -> tensor<5xf64> {
  // expected-remark @+1 {{its body makes the tensor that it reads: make the tensor before the operation}}
  %0 = tensor.generate {
  ^bb0(%i: index):
    %y = tensor.empty() : tensor<50xf64>
    %c = arith.constant 0.0 : f64
    %z = linalg.fill ins(%c : f64) outs(%y : tensor<50xf64>) -> tensor<50xf64>
    %x = tensor.extract %z[%i] : tensor<50xf64>
    tensor.yield %x : f64
  } : tensor<5xf64>
  return %0 : tensor<5xf64>
}
