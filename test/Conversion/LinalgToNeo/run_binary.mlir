// RUN: neo-opt %s --convert-linalg-to-neo=strict | neo-run --self-check \
// RUN:   | neo-opt --convert-neo-to-linalg | mlir-opt %stock_loops \
// RUN:   | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

// Rounding and two operands, by name.
func.func @binary(%a: tensor<3x4xf64>, %b: tensor<3x4xf64>, %p: tensor<3x4xi1>)
    -> (tensor<3x4xf64>, tensor<3x4xf64>, tensor<3x4xf64>) {
  %e = tensor.empty() : tensor<3x4xf64>
  %0 = linalg.add ins(%a, %b : tensor<3x4xf64>, tensor<3x4xf64>) outs(%e : tensor<3x4xf64>) -> tensor<3x4xf64>
  %1 = linalg.sub ins(%0, %b : tensor<3x4xf64>, tensor<3x4xf64>) outs(%e : tensor<3x4xf64>) -> tensor<3x4xf64>
  %2 = linalg.mul ins(%1, %a : tensor<3x4xf64>, tensor<3x4xf64>) outs(%e : tensor<3x4xf64>) -> tensor<3x4xf64>
  %3 = linalg.max ins(%2, %b : tensor<3x4xf64>, tensor<3x4xf64>) outs(%e : tensor<3x4xf64>) -> tensor<3x4xf64>
  %4 = linalg.min ins(%3, %a : tensor<3x4xf64>, tensor<3x4xf64>) outs(%e : tensor<3x4xf64>) -> tensor<3x4xf64>
  %5 = linalg.ceil ins(%4 : tensor<3x4xf64>) outs(%e : tensor<3x4xf64>) -> tensor<3x4xf64>
  %6 = linalg.floor ins(%5 : tensor<3x4xf64>) outs(%e : tensor<3x4xf64>) -> tensor<3x4xf64>
  %7 = linalg.round ins(%6 : tensor<3x4xf64>) outs(%e : tensor<3x4xf64>) -> tensor<3x4xf64>
  %8 = linalg.select ins(%p, %a, %b : tensor<3x4xi1>, tensor<3x4xf64>, tensor<3x4xf64>)
         outs(%e : tensor<3x4xf64>) -> tensor<3x4xf64>
  %9 = linalg.elementwise kind=#linalg.elementwise_kind<add>
         indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>,
                          affine_map<(i, j) -> (i, j)>]
         ins(%a, %8 : tensor<3x4xf64>, tensor<3x4xf64>) outs(%e : tensor<3x4xf64>) -> tensor<3x4xf64>
  return %4, %7, %9 : tensor<3x4xf64>, tensor<3x4xf64>, tensor<3x4xf64>
}
