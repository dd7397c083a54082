// RUN: neo-opt %s --convert-linalg-to-neo=strict | neo-run --self-check \
// RUN:   | neo-opt --convert-neo-to-linalg | mlir-opt %stock_loops \
// RUN:   | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

// Convolutions of one and of three dimensions.
func.func @convolutions(%a: tensor<9xf32>, %w: tensor<3xf32>,
    %c: tensor<7xf32>, %A: tensor<2x9x3xf32>, %W: tensor<3x3x4xf32>,
    %C: tensor<2x4x4xf32>, %B: tensor<2x3x9xf32>, %V: tensor<4x3x3xf32>,
    %D: tensor<2x4x5xf32>, %X: tensor<1x4x5x5x2xf32>,
    %Y: tensor<2x2x2x2x3xf32>, %Z: tensor<1x3x2x4x3xf32>)
    -> (tensor<7xf32>, tensor<2x4x4xf32>, tensor<2x4x5xf32>,
        tensor<1x3x2x4x3xf32>) {
  %0 = linalg.conv_1d ins(%a, %w : tensor<9xf32>, tensor<3xf32>)
                      outs(%c : tensor<7xf32>) -> tensor<7xf32>
  %1 = linalg.conv_1d_nwc_wcf
         {strides = dense<2> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>}
         ins(%A, %W : tensor<2x9x3xf32>, tensor<3x3x4xf32>)
         outs(%C : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %2 = linalg.conv_1d_ncw_fcw
         {strides = dense<1> : tensor<1xi64>, dilations = dense<2> : tensor<1xi64>}
         ins(%B, %V : tensor<2x3x9xf32>, tensor<4x3x3xf32>)
         outs(%D : tensor<2x4x5xf32>) -> tensor<2x4x5xf32>
  %3 = linalg.conv_3d_ndhwc_dhwcf
         {strides = dense<[1, 2, 1]> : tensor<3xi64>,
          dilations = dense<1> : tensor<3xi64>}
         ins(%X, %Y : tensor<1x4x5x5x2xf32>, tensor<2x2x2x2x3xf32>)
         outs(%Z : tensor<1x3x2x4x3xf32>) -> tensor<1x3x2x4x3xf32>
  return %0, %1, %2, %3 : tensor<7xf32>, tensor<2x4x4xf32>, tensor<2x4x5xf32>,
                          tensor<1x3x2x4x3xf32>
}
