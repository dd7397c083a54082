// RUN: neo-opt %s --convert-linalg-to-neo=strict | neo-run --self-check \
// RUN:   | neo-opt --convert-neo-to-linalg | mlir-opt %stock_loops \
// RUN:   | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

// Each result becomes an operator of its own, reduced as its own map says.
func.func @several(%A: tensor<4x6xf32>, %s: tensor<4xf32>, %m: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4x6xf32>) {
  %empty = tensor.empty() : tensor<4x6xf32>
  %0:3 = linalg.generic
         {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>,
                           affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
          iterator_types = ["parallel", "reduction"]}
         ins(%A : tensor<4x6xf32>)
         outs(%s, %m, %empty : tensor<4xf32>, tensor<4xf32>, tensor<4x6xf32>) {
  ^bb0(%a: f32, %sum: f32, %max: f32, %old: f32):
    %1 = arith.mulf %a, %a : f32
    %2 = arith.addf %sum, %1 : f32
    %3 = arith.maximumf %max, %1 : f32
    linalg.yield %2, %3, %1 : f32, f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>, tensor<4x6xf32>)
  return %0#0, %0#1, %0#2 : tensor<4xf32>, tensor<4xf32>, tensor<4x6xf32>
}
