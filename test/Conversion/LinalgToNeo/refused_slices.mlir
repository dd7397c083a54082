// RUN: neo-opt %s --convert-linalg-to-neo --split-input-file --verify-diagnostics

func.func @computed_offset(%x: tensor<8xf32>, %at: index) -> tensor<4xf32> {
  // expected-remark @+1 {{'tensor.extract_slice' is not raised: the offset of dimension 0 is computed at run time, but a neo.compute has constant indices: make it a constant, or read at data with a neo.gather}}
  %0 = tensor.extract_slice %x[%at] [4] [1] : tensor<8xf32> to tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @backwards(%x: tensor<8xf32>) -> tensor<4xf32> {
  // expected-remark @+1 {{'tensor.extract_slice' is not raised: it has a stride below 1: slice forwards and reverse the result}}
  %0 = tensor.extract_slice %x[7] [4] [-1] : tensor<8xf32> to tensor<4xf32>
  return %0 : tensor<4xf32>
}
