// RUN: neo-opt %s --convert-linalg-to-neo --split-input-file --verify-diagnostics

func.func @dynamic(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  // expected-remark @+1 {{'linalg.exp' is not raised: operand #0 is tensor<?x4xf32>, but a neo.compute has constant extents: give it a static shape}}
  %0 = linalg.exp ins(%x : tensor<?x4xf32>) outs(%x : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

func.func @unranked(%x: tensor<*xf32>) -> tensor<4xf32> {
  // expected-remark @+1 {{'tensor.cast' is not raised: operand #0 is tensor<*xf32>, but a neo.compute has constant extents}}
  %0 = tensor.cast %x : tensor<*xf32> to tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @softmax(%x: tensor<4x?xf32>) -> tensor<4x?xf32> {
  // expected-remark @+1 {{'linalg.softmax' is not raised: operand #0 is tensor<4x?xf32>, but a neo.compute has constant extents}}
  %0 = linalg.softmax dimension(1) ins(%x : tensor<4x?xf32>) outs(%x : tensor<4x?xf32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}
