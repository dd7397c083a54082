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

// -----

func.func @computed_pad(%x: tensor<4xf32>, %s: f32) -> tensor<6xf32> {
  // expected-remark @+1 {{'tensor.pad' is not raised: it pads with a value that is no constant: pad with a constant, or insert into a tensor of that value}}
  %0 = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %s : f32
  } : tensor<4xf32> to tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

func.func @gather(%x: tensor<8xf32>, %at: tensor<4x1xi32>) -> tensor<4xf32> {
  // expected-remark @+1 {{'tensor.gather' is not raised: its indices are data: write it as a neo.gather or a neo.scatter_add}}
  %0 = tensor.gather %x[%at] gather_dims([0])
     : (tensor<8xf32>, tensor<4x1xi32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

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

// -----

func.func @bits(%x: tensor<4xf32>) -> tensor<4xi32> {
  // expected-remark @+1 {{'tensor.bitcast' is not raised: neo has no index expression for it: write it as a linalg.generic}}
  %0 = tensor.bitcast %x : tensor<4xf32> to tensor<4xi32>
  return %0 : tensor<4xi32>
}
