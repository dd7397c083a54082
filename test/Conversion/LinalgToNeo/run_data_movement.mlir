// RUN: neo-opt %s --convert-linalg-to-neo=strict | neo-run --self-check \
// RUN:   | neo-opt --convert-neo-to-linalg | mlir-opt %stock_loops \
// RUN:   | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

// Transposes, broadcasts, slices, pads and concatenations.
func.func @movement(%A: tensor<4x6xf32>, %B: tensor<2x3xf32>, %x: tensor<6xf32>)
    -> (tensor<6x4xf32>, tensor<4x6xf32>, tensor<7x8xf32>, tensor<6xf32>,
        tensor<4x6xf32>, tensor<6x9xf32>, tensor<4x6xf32>, tensor<10x6xf32>) {
  %two = arith.constant 2.0 : f32
  %flipped = tensor.empty() : tensor<6x4xf32>
  %0 = linalg.transpose ins(%A : tensor<4x6xf32>) outs(%flipped : tensor<6x4xf32>)
         permutation = [1, 0]
  %empty = tensor.empty() : tensor<4x6xf32>
  %1 = linalg.broadcast ins(%x : tensor<6xf32>) outs(%empty : tensor<4x6xf32>)
         dimensions = [0]
  %2 = tensor.pad %A low[1, 0] high[2, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %two : f32
  } : tensor<4x6xf32> to tensor<7x8xf32>
  %3 = tensor.extract_slice %A[2, 0] [1, 6] [1, 1] : tensor<4x6xf32> to tensor<6xf32>
  %4 = tensor.insert_slice %B into %A[0, 1] [2, 3] [2, 2]
     : tensor<2x3xf32> into tensor<4x6xf32>
  %twos = tensor.splat %two : tensor<6x9xf32>
  %5 = tensor.insert_slice %A into %twos[1, 2] [4, 6] [1, 1]
     : tensor<4x6xf32> into tensor<6x9xf32>
  %6 = tensor.insert_slice %x into %A[3, 0] [1, 6] [1, 1]
     : tensor<6xf32> into tensor<4x6xf32>
  %slice = tensor.extract_slice %A[1, 0] [2, 6] [2, 1]
     : tensor<4x6xf32> to tensor<2x6xf32>
  %7 = tensor.concat dim(0) %A, %slice, %1
     : (tensor<4x6xf32>, tensor<2x6xf32>, tensor<4x6xf32>) -> tensor<10x6xf32>
  %copy = linalg.copy ins(%7 : tensor<10x6xf32>) outs(%7 : tensor<10x6xf32>)
            -> tensor<10x6xf32>
  return %0, %1, %2, %3, %4, %5, %6, %copy
    : tensor<6x4xf32>, tensor<4x6xf32>, tensor<7x8xf32>, tensor<6xf32>,
      tensor<4x6xf32>, tensor<6x9xf32>, tensor<4x6xf32>, tensor<10x6xf32>
}
