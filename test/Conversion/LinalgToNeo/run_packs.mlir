// RUN: neo-opt %s --convert-linalg-to-neo=strict | neo-run --self-check \
// RUN:   | neo-opt --convert-neo-to-linalg | mlir-opt %stock_loops \
// RUN:   | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

// Layouts of tiles: the last tile is padded, and cut off on the way back.
func.func @packs(%A: tensor<7x6xf32>) -> (tensor<3x2x2x4xf32>, tensor<7x6xf32>) {
  %half = arith.constant 0.5 : f32
  %empty = tensor.empty() : tensor<3x2x2x4xf32>
  %0 = linalg.pack %A padding_value(%half : f32) outer_dims_perm = [1, 0]
         inner_dims_pos = [1, 0] inner_tiles = [2, 4] into %empty
     : tensor<7x6xf32> -> tensor<3x2x2x4xf32>
  %back = tensor.empty() : tensor<7x6xf32>
  %1 = linalg.unpack %0 outer_dims_perm = [1, 0] inner_dims_pos = [1, 0]
         inner_tiles = [2, 4] into %back : tensor<3x2x2x4xf32> -> tensor<7x6xf32>
  return %0, %1 : tensor<3x2x2x4xf32>, tensor<7x6xf32>
}
