// RUN: mlir-opt %s --load-dialect-plugin=%neo_plugin --load-pass-plugin=%neo_plugin \
// RUN:   --pass-pipeline="builtin.module(convert-linalg-to-neo{strict},neo-autodiff)" \
// RUN:   | neo-run --entry=f_vjp --self-check --rtol=1e-14 \
// RUN:   | mlir-opt --load-dialect-plugin=%neo_plugin --load-pass-plugin=%neo_plugin \
// RUN:   --pass-pipeline="builtin.module(convert-neo-to-linalg)" \
// RUN:   | mlir-opt %stock_loops | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

// test/python/test_embedding.py compares these numbers with brute force.
func.func @f(%A: tensor<1x2x5x5xf64>, %W: tensor<3x2x3x3xf64>)
    -> tensor<1x3x5x5xf64> {
  %zero = arith.constant 0.0 : f64
  %padded = tensor.pad %A low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%b: index, %c: index, %i: index, %j: index):
    tensor.yield %zero : f64
  } : tensor<1x2x5x5xf64> to tensor<1x2x7x7xf64>
  %zeros = arith.constant dense<0.0> : tensor<1x3x5x5xf64>
  %0 = linalg.conv_2d_nchw_fchw
         {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
         ins(%padded, %W : tensor<1x2x7x7xf64>, tensor<3x2x3x3xf64>)
         outs(%zeros : tensor<1x3x5x5xf64>) -> tensor<1x3x5x5xf64>
  return %0 : tensor<1x3x5x5xf64>
}
