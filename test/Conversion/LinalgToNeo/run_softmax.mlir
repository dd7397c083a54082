// RUN: neo-opt %s --convert-linalg-to-neo=strict | neo-run --self-check --rtol=1e-14 \
// RUN:   | neo-opt --convert-neo-to-linalg | mlir-opt %stock_loops \
// RUN:   | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

// A softmax is decomposed as linalg does it, and its maximum hands NaN on.
func.func @softmax(%A: tensor<4x5xf64>) -> tensor<4x5xf64> {
  %empty = tensor.empty() : tensor<4x5xf64>
  %0 = linalg.softmax dimension(1) ins(%A : tensor<4x5xf64>)
                                   outs(%empty : tensor<4x5xf64>) -> tensor<4x5xf64>
  return %0 : tensor<4x5xf64>
}
