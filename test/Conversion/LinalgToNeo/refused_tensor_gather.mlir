// RUN: neo-opt %s --convert-linalg-to-neo --verify-diagnostics

func.func @gather(%x: tensor<8xf32>, %at: tensor<4x1xi32>) -> tensor<4xf32> {
  // expected-remark @+1 {{'tensor.gather' is not raised: its indices are data: write it as a neo.gather or a neo.scatter_add}}
  %0 = tensor.gather %x[%at] gather_dims([0])
     : (tensor<8xf32>, tensor<4x1xi32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
