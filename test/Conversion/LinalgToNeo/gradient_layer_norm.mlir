// RUN: mlir-opt %s --load-dialect-plugin=%neo_plugin --load-pass-plugin=%neo_plugin \
// RUN:   --pass-pipeline="builtin.module(convert-linalg-to-neo{strict},neo-autodiff)" \
// RUN:   | neo-run --entry=f_vjp --self-check --rtol=1e-14 \
// RUN:   | mlir-opt --load-dialect-plugin=%neo_plugin --load-pass-plugin=%neo_plugin \
// RUN:   --pass-pipeline="builtin.module(convert-neo-to-linalg)" \
// RUN:   | mlir-opt %stock_loops | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

// test/python/test_embedding.py compares these numbers with brute force.
#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>
func.func @f(%x: tensor<4x8xf64>, %scale: tensor<8xf64>) -> tensor<4x8xf64> {
  %eighth = arith.constant 0.125 : f64
  %epsilon = arith.constant 1.0e-5 : f64
  %zeros = arith.constant dense<0.0> : tensor<4xf64>
  %empty = tensor.empty() : tensor<4x8xf64>
  %sums:2 = linalg.generic {indexing_maps = [#ij, #i, #i],
                            iterator_types = ["parallel", "reduction"]}
         ins(%x : tensor<4x8xf64>) outs(%zeros, %zeros : tensor<4xf64>, tensor<4xf64>) {
  ^bb0(%a: f64, %sum: f64, %squares: f64):
    %0 = arith.mulf %a, %a : f64
    %1 = arith.addf %sum, %a : f64
    %2 = arith.addf %squares, %0 : f64
    linalg.yield %1, %2 : f64, f64
  } -> (tensor<4xf64>, tensor<4xf64>)
  %y = linalg.generic {indexing_maps = [#ij, #i, #i, #j, #ij],
                       iterator_types = ["parallel", "parallel"]}
         ins(%x, %sums#0, %sums#1, %scale
             : tensor<4x8xf64>, tensor<4xf64>, tensor<4xf64>, tensor<8xf64>)
         outs(%empty : tensor<4x8xf64>) {
  ^bb0(%a: f64, %sum: f64, %squares: f64, %s: f64, %old: f64):
    %mean = arith.mulf %sum, %eighth : f64
    %square = arith.mulf %squares, %eighth : f64
    %0 = arith.mulf %mean, %mean : f64
    %variance = arith.subf %square, %0 : f64
    %1 = arith.addf %variance, %epsilon : f64
    %deviation = math.sqrt %1 : f64
    %2 = arith.subf %a, %mean : f64
    %3 = arith.divf %2, %deviation : f64
    %4 = arith.mulf %3, %s : f64
    linalg.yield %4 : f64
  } -> tensor<4x8xf64>
  return %y : tensor<4x8xf64>
}
