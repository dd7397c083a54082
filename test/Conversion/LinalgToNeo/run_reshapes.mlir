// RUN: neo-opt %s --convert-linalg-to-neo=strict | neo-run --self-check \
// RUN:   | neo-opt --convert-neo-to-linalg | mlir-opt %stock_loops \
// RUN:   | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

// Reshapes keep the row-major position.
func.func @reshapes(%A: tensor<4x1x6xf32>, %s: tensor<1x1xf32>)
    -> (tensor<24xf32>, tensor<2x2x1x3x2xf32>, tensor<3x8xf32>, tensor<f32>,
        tensor<1x1x1xf32>) {
  %0 = tensor.collapse_shape %A [[0, 1, 2]] : tensor<4x1x6xf32> into tensor<24xf32>
  %1 = tensor.expand_shape %A [[0, 1], [2], [3, 4]] output_shape [2, 2, 1, 3, 2]
     : tensor<4x1x6xf32> into tensor<2x2x1x3x2xf32>
  %shape = arith.constant dense<[3, 8]> : tensor<2xindex>
  %2 = tensor.reshape %A(%shape)
     : (tensor<4x1x6xf32>, tensor<2xindex>) -> tensor<3x8xf32>
  %3 = tensor.collapse_shape %s [] : tensor<1x1xf32> into tensor<f32>
  %4 = tensor.expand_shape %3 [] output_shape [1, 1, 1]
     : tensor<f32> into tensor<1x1x1xf32>
  return %0, %1, %2, %3, %4 : tensor<24xf32>, tensor<2x2x1x3x2xf32>,
                              tensor<3x8xf32>, tensor<f32>, tensor<1x1x1xf32>
}
