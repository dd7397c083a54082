// RUN: mlir-opt %s --load-dialect-plugin=%neo_plugin --load-pass-plugin=%neo_plugin \
// RUN:   --pass-pipeline="builtin.module(convert-linalg-to-neo{strict},neo-autodiff)" \
// RUN:   | neo-run --entry=f_vjp --self-check --rtol=1e-14 \
// RUN:   | mlir-opt --load-dialect-plugin=%neo_plugin --load-pass-plugin=%neo_plugin \
// RUN:   --pass-pipeline="builtin.module(convert-neo-to-linalg)" \
// RUN:   | mlir-opt %stock_loops | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

// test/python/test_embedding.py compares these numbers with brute force.
func.func @f(%A: tensor<1x7x7x2xf64>) -> tensor<1x3x3x2xf64> {
  %window = tensor.empty() : tensor<3x3xf64>
  %least = arith.constant dense<0xFFF0000000000000> : tensor<1x3x3x2xf64>
  %0 = linalg.pooling_nhwc_max
         {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
         ins(%A, %window : tensor<1x7x7x2xf64>, tensor<3x3xf64>)
         outs(%least : tensor<1x3x3x2xf64>) -> tensor<1x3x3x2xf64>
  return %0 : tensor<1x3x3x2xf64>
}
