// RUN: neo-opt %s --convert-linalg-to-neo --verify-diagnostics

func.func @data_as_index(%x: tensor<4xf32>, %at: tensor<4xi64>) -> tensor<4xf32> {
  %empty = tensor.empty() : tensor<4xf32>
  // expected-remark @+1 {{'linalg.map' is not raised: it reads a tensor at index #0, which depends on data: read at data with a neo.gather}}
  %0 = linalg.map ins(%at : tensor<4xi64>) outs(%empty : tensor<4xf32>)
    (%i: i64, %old: f32) {
      %n = arith.index_cast %i : i64 to index
      %a = tensor.extract %x[%n] : tensor<4xf32>
      linalg.yield %a : f32
    }
  return %0 : tensor<4xf32>
}
