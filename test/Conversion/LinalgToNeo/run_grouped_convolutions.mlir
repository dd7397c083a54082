// RUN: neo-opt %s --convert-linalg-to-neo=strict | neo-run --self-check \
// RUN:   | neo-opt --convert-neo-to-linalg | mlir-opt %stock_loops \
// RUN:   | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

// A filter per channel, several filters per channel, and groups of channels.
func.func @grouped(%A: tensor<2x7x7x3xf32>, %W: tensor<3x3x3xf32>,
    %C: tensor<2x3x3x3xf32>, %V: tensor<3x3x3x2xf32>, %D: tensor<2x5x5x3x2xf32>,
    %B: tensor<2x3x7x7xf32>, %E: tensor<2x3x5x5xf32>,
    %G: tensor<1x2x3x5x5xf32>, %F: tensor<2x4x3x3x3xf32>,
    %H: tensor<1x2x4x3x3xf32>)
    -> (tensor<2x3x3x3xf32>, tensor<2x5x5x3x2xf32>, tensor<2x3x5x5xf32>,
        tensor<1x2x4x3x3xf32>) {
  %0 = linalg.depthwise_conv_2d_nhwc_hwc
         {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
         ins(%A, %W : tensor<2x7x7x3xf32>, tensor<3x3x3xf32>)
         outs(%C : tensor<2x3x3x3xf32>) -> tensor<2x3x3x3xf32>
  %1 = linalg.depthwise_conv_2d_nhwc_hwcm
         {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
         ins(%A, %V : tensor<2x7x7x3xf32>, tensor<3x3x3x2xf32>)
         outs(%D : tensor<2x5x5x3x2xf32>) -> tensor<2x5x5x3x2xf32>
  %2 = linalg.depthwise_conv_2d_nchw_chw
         {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
         ins(%B, %W : tensor<2x3x7x7xf32>, tensor<3x3x3xf32>)
         outs(%E : tensor<2x3x5x5xf32>) -> tensor<2x3x5x5xf32>
  %3 = linalg.conv_2d_ngchw_gfchw
         {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
         ins(%G, %F : tensor<1x2x3x5x5xf32>, tensor<2x4x3x3x3xf32>)
         outs(%H : tensor<1x2x4x3x3xf32>) -> tensor<1x2x4x3x3xf32>
  return %0, %1, %2, %3 : tensor<2x3x3x3xf32>, tensor<2x5x5x3x2xf32>,
                          tensor<2x3x5x5xf32>, tensor<1x2x4x3x3xf32>
}
