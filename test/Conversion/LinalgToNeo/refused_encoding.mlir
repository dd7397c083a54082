// RUN: neo-opt %s --convert-linalg-to-neo --verify-diagnostics

#sparse = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
func.func @encoded(%x: tensor<4xf32, #sparse>) -> tensor<4xf32, #sparse> {
  // expected-remark @+1 {{, and its encoding would be lost: remove the encoding}}
  %0 = math.absf %x : tensor<4xf32, #sparse>
  return %0 : tensor<4xf32, #sparse>
}
