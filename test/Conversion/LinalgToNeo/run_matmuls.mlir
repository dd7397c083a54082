// RUN: neo-opt %s --convert-linalg-to-neo=strict | neo-run --self-check \
// RUN:   | neo-opt --convert-neo-to-linalg | mlir-opt %stock_loops \
// RUN:   | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

// Contractions by name, each onto what the result held before.
func.func @matmuls(%A: tensor<4x6xf32>, %B: tensor<6x5xf32>,
    %Bt: tensor<5x6xf32>, %C: tensor<4x5xf32>, %x: tensor<6xf32>,
    %y: tensor<4xf32>, %s: tensor<f32>, %P: tensor<2x4x6xf32>,
    %Q: tensor<2x6x5xf32>, %R: tensor<2x4x5xf32>)
    -> (tensor<4x5xf32>, tensor<4x5xf32>, tensor<4xf32>, tensor<6xf32>,
        tensor<f32>, tensor<2x4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>) {
  %0 = linalg.matmul ins(%A, %B : tensor<4x6xf32>, tensor<6x5xf32>)
                     outs(%C : tensor<4x5xf32>) -> tensor<4x5xf32>
  %1 = linalg.matmul
         indexing_maps = [affine_map<(i, j, k) -> (i, k)>,
                          affine_map<(i, j, k) -> (j, k)>,
                          affine_map<(i, j, k) -> (i, j)>]
         ins(%A, %Bt : tensor<4x6xf32>, tensor<5x6xf32>)
         outs(%C : tensor<4x5xf32>) -> tensor<4x5xf32>
  %2 = linalg.matvec ins(%A, %x : tensor<4x6xf32>, tensor<6xf32>)
                     outs(%y : tensor<4xf32>) -> tensor<4xf32>
  %3 = linalg.vecmat ins(%y, %A : tensor<4xf32>, tensor<4x6xf32>)
                     outs(%x : tensor<6xf32>) -> tensor<6xf32>
  %4 = linalg.dot ins(%x, %x : tensor<6xf32>, tensor<6xf32>)
                  outs(%s : tensor<f32>) -> tensor<f32>
  %5 = linalg.batch_matmul ins(%P, %Q : tensor<2x4x6xf32>, tensor<2x6x5xf32>)
                           outs(%R : tensor<2x4x5xf32>) -> tensor<2x4x5xf32>
  %6 = linalg.batch_reduce_matmul
         ins(%P, %Q : tensor<2x4x6xf32>, tensor<2x6x5xf32>)
         outs(%C : tensor<4x5xf32>) -> tensor<4x5xf32>
  %7 = linalg.contract
         indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>,
                          affine_map<(b, i, j, k) -> (b, k, j)>,
                          affine_map<(b, i, j, k) -> (i, j)>]
         ins(%P, %Q : tensor<2x4x6xf32>, tensor<2x6x5xf32>)
         outs(%C : tensor<4x5xf32>) -> tensor<4x5xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7
    : tensor<4x5xf32>, tensor<4x5xf32>, tensor<4xf32>, tensor<6xf32>,
      tensor<f32>, tensor<2x4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>
}
