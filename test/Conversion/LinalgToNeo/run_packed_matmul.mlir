// RUN: neo-opt %s --convert-linalg-to-neo=strict | neo-run --self-check \
// RUN:   | neo-opt --convert-neo-to-linalg | mlir-opt %stock_loops \
// RUN:   | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

// Contractions of tiles, and batches of them.
func.func @packed(%A: tensor<2x3x4x5xf64>, %B: tensor<3x3x2x5xf64>,
    %C: tensor<2x3x4x2xf64>, %P: tensor<2x2x3x4x5xf64>,
    %Q: tensor<2x3x3x2x5xf64>, %R: tensor<2x2x3x4x2xf64>,
    %M: tensor<2x4x6xf64>, %x: tensor<2x6xf64>, %y: tensor<2x4xf64>)
    -> (tensor<2x3x4x2xf64>, tensor<2x2x3x4x2xf64>, tensor<2x4xf64>,
        tensor<2x6xf64>) {
  %0 = linalg.mmt4d ins(%A, %B : tensor<2x3x4x5xf64>, tensor<3x3x2x5xf64>)
                    outs(%C : tensor<2x3x4x2xf64>) -> tensor<2x3x4x2xf64>
  %1 = linalg.batch_mmt4d
         ins(%P, %Q : tensor<2x2x3x4x5xf64>, tensor<2x3x3x2x5xf64>)
         outs(%R : tensor<2x2x3x4x2xf64>) -> tensor<2x2x3x4x2xf64>
  %2 = linalg.batch_matvec ins(%M, %x : tensor<2x4x6xf64>, tensor<2x6xf64>)
                           outs(%y : tensor<2x4xf64>) -> tensor<2x4xf64>
  %3 = linalg.batch_vecmat ins(%y, %M : tensor<2x4xf64>, tensor<2x4x6xf64>)
                           outs(%x : tensor<2x6xf64>) -> tensor<2x6xf64>
  return %0, %1, %2, %3
    : tensor<2x3x4x2xf64>, tensor<2x2x3x4x2xf64>, tensor<2x4xf64>,
      tensor<2x6xf64>
}
