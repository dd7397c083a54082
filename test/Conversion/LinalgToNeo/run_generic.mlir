// RUN: neo-opt %s --convert-linalg-to-neo=strict | neo-run --self-check \
// RUN:   | neo-opt --convert-neo-to-linalg | mlir-opt %stock_loops \
// RUN:   | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

// Maps with loops in any order, divisions and remainders, the values of loops,
// constants from outside, and tensors that the body reads by itself.
func.func @generic(%A: tensor<4x6xf32>, %B: tensor<2x3xf32>, %C: tensor<6x4xf32>)
    -> (tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x1xf32>) {
  %two = arith.constant 2.0 : f32
  %four = arith.mulf %two, %two : f32
  %empty = tensor.empty() : tensor<6x4xf32>
  %0 = linalg.generic
         {indexing_maps = [affine_map<(i, j) -> (i, j)>,
                           affine_map<(i, j) -> (i floordiv 2, j mod 3)>,
                           affine_map<(i, j) -> ()>, affine_map<(i, j) -> (j, i)>],
          iterator_types = ["parallel", "parallel"]}
         ins(%A, %B, %four : tensor<4x6xf32>, tensor<2x3xf32>, f32)
         outs(%empty : tensor<6x4xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32, %old: f32):
    %j = linalg.index 1 : index
    %i = arith.index_cast %j : index to i32
    %f = arith.sitofp %i : i32 to f32
    %1 = arith.mulf %a, %s : f32
    %2 = arith.addf %1, %b : f32
    %3 = arith.addf %2, %f : f32
    linalg.yield %3 : f32
  } -> tensor<6x4xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
         outs(%C : tensor<6x4xf32>) {
  ^bb0(%c: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %c5 = arith.constant 5 : index
    %back = arith.subi %c5, %i : index
    %a = tensor.extract %A[%j, %back] : tensor<4x6xf32>
    %5 = arith.addf %a, %c : f32
    linalg.yield %5 : f32
  } -> tensor<6x4xf32>
  %ones = arith.constant dense<1.0> : tensor<6x1xf32>
  %6 = linalg.generic
         {indexing_maps = [affine_map<(k, i) -> (k, i)>, affine_map<(k, i) -> (i, 0)>],
          iterator_types = ["reduction", "parallel"]}
         ins(%A : tensor<4x6xf32>) outs(%ones : tensor<6x1xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %7 = arith.mulf %acc, %a : f32
    linalg.yield %7 : f32
  } -> tensor<6x1xf32>
  return %0, %4, %6 : tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x1xf32>
}
