// RUN: mlir-opt %s --load-dialect-plugin=%neo_plugin --load-pass-plugin=%neo_plugin \
// RUN:   --pass-pipeline="builtin.module(convert-linalg-to-neo{strict},neo-autodiff)" \
// RUN:   | neo-run --entry=f_vjp --self-check --rtol=1e-14 \
// RUN:   | mlir-opt --load-dialect-plugin=%neo_plugin --load-pass-plugin=%neo_plugin \
// RUN:   --pass-pipeline="builtin.module(convert-neo-to-linalg)" \
// RUN:   | mlir-opt %stock_loops | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

// test/python/test_embedding.py compares these numbers with brute force.
func.func @f(%A: tensor<4x5xf64>) -> tensor<4x5xf64> {
  %empty = tensor.empty() : tensor<4x5xf64>
  %0 = linalg.softmax dimension(1) ins(%A : tensor<4x5xf64>)
                                   outs(%empty : tensor<4x5xf64>) -> tensor<4x5xf64>
  return %0 : tensor<4x5xf64>
}
