// RUN: neo-opt %s --convert-linalg-to-neo --verify-diagnostics

func.func @computed_pad(%x: tensor<4xf32>, %s: f32) -> tensor<6xf32> {
  // expected-remark @+1 {{'tensor.pad' is not raised: it pads with a value that is no constant: pad with a constant, or insert into a tensor of that value}}
  %0 = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %s : f32
  } : tensor<4xf32> to tensor<6xf32>
  return %0 : tensor<6xf32>
}
