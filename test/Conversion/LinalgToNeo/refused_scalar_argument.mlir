// RUN: neo-opt %s --convert-linalg-to-neo --verify-diagnostics

func.func @scalar_argument(%x: tensor<4xf32>, %s: f32) -> tensor<4xf32> {
  // expected-remark @+1 {{'linalg.fill' is not raised: it reads a scalar argument, but a neo.compute reads tensors and constants: pass the scalar as a tensor of rank 0}}
  %0 = linalg.fill ins(%s : f32) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
