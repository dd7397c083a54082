// RUN: mlir-opt %s --load-dialect-plugin=%neo_plugin --load-pass-plugin=%neo_plugin \
// RUN:   --pass-pipeline="builtin.module(convert-linalg-to-neo{strict},neo-autodiff)" \
// RUN:   | neo-run --entry=f_vjp --self-check --rtol=1e-14 \
// RUN:   | mlir-opt --load-dialect-plugin=%neo_plugin --load-pass-plugin=%neo_plugin \
// RUN:   --pass-pipeline="builtin.module(convert-neo-to-linalg)" \
// RUN:   | mlir-opt %stock_loops | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

// test/python/test_embedding.py compares these numbers with brute force.
func.func @f(%A: tensor<2x7x7x2xf64>, %W: tensor<3x3x2x3xf64>)
    -> tensor<2x3x3x3xf64> {
  %zeros = arith.constant dense<0.0> : tensor<2x3x3x3xf64>
  %0 = linalg.conv_2d_nhwc_hwcf
         {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
         ins(%A, %W : tensor<2x7x7x2xf64>, tensor<3x3x2x3xf64>)
         outs(%zeros : tensor<2x3x3x3xf64>) -> tensor<2x3x3x3xf64>
  return %0 : tensor<2x3x3x3xf64>
}
