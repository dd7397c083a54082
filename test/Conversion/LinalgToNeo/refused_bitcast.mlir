// RUN: neo-opt %s --convert-linalg-to-neo --verify-diagnostics

func.func @bits(%x: tensor<4xf32>) -> tensor<4xi32> {
  // expected-remark @+1 {{'tensor.bitcast' is not raised: neo has no index expression for it: write it as a linalg.generic}}
  %0 = tensor.bitcast %x : tensor<4xf32> to tensor<4xi32>
  return %0 : tensor<4xi32>
}
