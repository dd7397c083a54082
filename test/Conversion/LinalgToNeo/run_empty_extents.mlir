// RUN: neo-opt %s --convert-linalg-to-neo=strict | neo-run --self-check \
// RUN:   | neo-opt --convert-neo-to-linalg | mlir-opt %stock_loops \
// RUN:   | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

// Tensors without elements: what was in outs comes through.
func.func @empty(%A: tensor<4x0xf32>, %B: tensor<0x5xf32>, %C: tensor<4x5xf32>)
    -> (tensor<4x5xf32>, tensor<0xf32>, tensor<4x2xf32>) {
  %0 = linalg.matmul ins(%A, %B : tensor<4x0xf32>, tensor<0x5xf32>)
                     outs(%C : tensor<4x5xf32>) -> tensor<4x5xf32>
  %1 = tensor.collapse_shape %A [[0, 1]] : tensor<4x0xf32> into tensor<0xf32>
  %one = arith.constant 1.0 : f32
  %2 = tensor.pad %A low[0, 1] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %one : f32
  } : tensor<4x0xf32> to tensor<4x2xf32>
  return %0, %1, %2 : tensor<4x5xf32>, tensor<0xf32>, tensor<4x2xf32>
}
