// RUN: neo-opt %s --convert-linalg-to-neo=strict | neo-run --self-check \
// RUN:   | neo-opt --convert-neo-to-linalg | mlir-opt %stock_loops \
// RUN:   | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

// Two-dimensional convolutions in every layout, strided and dilated.
func.func @convolutions(%A: tensor<2x9x9x3xf32>, %W: tensor<3x3x3x4xf32>,
    %V: tensor<4x3x3x3xf32>, %C: tensor<2x4x4x4xf32>, %D: tensor<2x5x5x4xf32>,
    %B: tensor<2x3x9x9xf32>, %E: tensor<2x4x7x3xf32>, %F: tensor<9x9xf32>,
    %w: tensor<3x2xf32>, %G: tensor<7x8xf32>)
    -> (tensor<2x4x4x4xf32>, tensor<2x5x5x4xf32>, tensor<2x4x7x3xf32>,
        tensor<7x8xf32>) {
  %0 = linalg.conv_2d_nhwc_hwcf
         {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
         ins(%A, %W : tensor<2x9x9x3xf32>, tensor<3x3x3x4xf32>)
         outs(%C : tensor<2x4x4x4xf32>) -> tensor<2x4x4x4xf32>
  %1 = linalg.conv_2d_nhwc_fhwc
         {strides = dense<1> : tensor<2xi64>, dilations = dense<2> : tensor<2xi64>}
         ins(%A, %V : tensor<2x9x9x3xf32>, tensor<4x3x3x3xf32>)
         outs(%D : tensor<2x5x5x4xf32>) -> tensor<2x5x5x4xf32>
  %2 = linalg.conv_2d_nchw_fchw
         {strides = dense<[1, 2]> : tensor<2xi64>,
          dilations = dense<[1, 2]> : tensor<2xi64>}
         ins(%B, %V : tensor<2x3x9x9xf32>, tensor<4x3x3x3xf32>)
         outs(%E : tensor<2x4x7x3xf32>) -> tensor<2x4x7x3xf32>
  %3 = linalg.conv_2d ins(%F, %w : tensor<9x9xf32>, tensor<3x2xf32>)
                      outs(%G : tensor<7x8xf32>) -> tensor<7x8xf32>
  return %0, %1, %2, %3 : tensor<2x4x4x4xf32>, tensor<2x5x5x4xf32>,
                          tensor<2x4x7x3xf32>, tensor<7x8xf32>
}
