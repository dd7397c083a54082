// RUN: neo-opt %s --convert-linalg-to-neo --verify-diagnostics

func.func @several_scalars(%x: tensor<2xf32>) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark @+1 {{'tensor.extract' is not raised: it gives a scalar, but a neo.compute gives tensors: compute the scalar where it is needed}}
  %a = tensor.extract %x[%c0] : tensor<2xf32>
  // expected-remark @+1 {{'tensor.extract' is not raised: it gives a scalar, but a neo.compute gives tensors: compute the scalar where it is needed}}
  %b = tensor.extract %x[%c1] : tensor<2xf32>
  // expected-remark @+1 {{'tensor.from_elements' is not raised: it gathers 2 scalars: make tensors of one element and concatenate them}}
  %0 = tensor.from_elements %b, %a : tensor<2xf32>
  return %0 : tensor<2xf32>
}
