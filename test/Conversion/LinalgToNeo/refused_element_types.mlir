// RUN: neo-opt %s --convert-linalg-to-neo --split-input-file --verify-diagnostics

func.func @narrow(%x: tensor<4xi16>) -> tensor<4xi16> {
  // expected-remark @+1 {{'arith.addi' is not raised: operand #0 is tensor<4xi16>, but a neo.compute holds f64, f32, f16, bf16, i64, i32, i8 or i1: convert the elements first}}
  %0 = arith.addi %x, %x : tensor<4xi16>
  return %0 : tensor<4xi16>
}

// -----

func.func @softmax_of_integers(%x: tensor<4x4xi32>) -> tensor<4x4xi32> {
  // expected-remark @+1 {{'linalg.softmax' is not raised: it is a softmax of integers: convert the elements first}}
  %0 = linalg.softmax dimension(1) ins(%x : tensor<4x4xi32>) outs(%x : tensor<4x4xi32>) -> tensor<4x4xi32>
  return %0 : tensor<4x4xi32>
}
