// RUN: neo-opt %s --convert-linalg-to-neo=strict | neo-run --self-check \
// RUN:   | neo-opt --convert-neo-to-linalg | mlir-opt %stock_loops \
// RUN:   | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

// Windows that are summed, or of which the largest or smallest counts.
func.func @poolings(%A: tensor<2x9x9x3xf32>, %C: tensor<2x4x4x3xf32>,
    %B: tensor<2x3x9xf32>, %D: tensor<2x3x4xf32>)
    -> (tensor<2x4x4x3xf32>, tensor<2x4x4x3xf32>, tensor<2x4x4x3xf32>,
        tensor<2x3x4xf32>) {
  %window = tensor.empty() : tensor<3x3xf32>
  %least = arith.constant 0xFF800000 : f32
  %empty = tensor.empty() : tensor<2x4x4x3xf32>
  %start = linalg.fill ins(%least : f32) outs(%empty : tensor<2x4x4x3xf32>)
             -> tensor<2x4x4x3xf32>
  %0 = linalg.pooling_nhwc_max
         {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
         ins(%A, %window : tensor<2x9x9x3xf32>, tensor<3x3xf32>)
         outs(%start : tensor<2x4x4x3xf32>) -> tensor<2x4x4x3xf32>
  %1 = linalg.pooling_nhwc_min
         {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
         ins(%A, %window : tensor<2x9x9x3xf32>, tensor<3x3xf32>)
         outs(%C : tensor<2x4x4x3xf32>) -> tensor<2x4x4x3xf32>
  %2 = linalg.pooling_nhwc_sum
         {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
         ins(%A, %window : tensor<2x9x9x3xf32>, tensor<3x3xf32>)
         outs(%C : tensor<2x4x4x3xf32>) -> tensor<2x4x4x3xf32>
  %row = tensor.empty() : tensor<2xf32>
  %3 = linalg.pooling_ncw_sum
         {strides = dense<2> : tensor<1xi64>, dilations = dense<2> : tensor<1xi64>}
         ins(%B, %row : tensor<2x3x9xf32>, tensor<2xf32>)
         outs(%D : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0, %1, %2, %3 : tensor<2x4x4x3xf32>, tensor<2x4x4x3xf32>,
                          tensor<2x4x4x3xf32>, tensor<2x3x4xf32>
}
