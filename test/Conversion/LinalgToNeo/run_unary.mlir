// RUN: neo-opt %s --convert-linalg-to-neo=strict | neo-run --self-check --positive \
// RUN:     --rtol=1e-14 \
// RUN:   | neo-opt --convert-neo-to-linalg | mlir-opt %stock_loops \
// RUN:   | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

// One element at a time, by name: each result is the operand of the next.
func.func @unary(%x0: tensor<3x4xf64>) -> tensor<3x4xf64> {
  %e = tensor.empty() : tensor<3x4xf64>
  %x1 = linalg.exp ins(%x0 : tensor<3x4xf64>) outs(%e : tensor<3x4xf64>) -> tensor<3x4xf64>
  %x2 = linalg.reciprocal ins(%x1 : tensor<3x4xf64>) outs(%e : tensor<3x4xf64>) -> tensor<3x4xf64>
  %x3 = linalg.sqrt ins(%x2 : tensor<3x4xf64>) outs(%e : tensor<3x4xf64>) -> tensor<3x4xf64>
  %x4 = linalg.tanh ins(%x3 : tensor<3x4xf64>) outs(%e : tensor<3x4xf64>) -> tensor<3x4xf64>
  %x5 = linalg.square ins(%x4 : tensor<3x4xf64>) outs(%e : tensor<3x4xf64>) -> tensor<3x4xf64>
  %x6 = linalg.log ins(%x5 : tensor<3x4xf64>) outs(%e : tensor<3x4xf64>) -> tensor<3x4xf64>
  %x7 = linalg.erf ins(%x6 : tensor<3x4xf64>) outs(%e : tensor<3x4xf64>) -> tensor<3x4xf64>
  %x8 = linalg.negf ins(%x7 : tensor<3x4xf64>) outs(%e : tensor<3x4xf64>) -> tensor<3x4xf64>
  %x9 = linalg.abs ins(%x8 : tensor<3x4xf64>) outs(%e : tensor<3x4xf64>) -> tensor<3x4xf64>
  return %x9 : tensor<3x4xf64>
}
