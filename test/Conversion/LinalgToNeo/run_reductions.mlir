// RUN: neo-opt %s --convert-linalg-to-neo=strict | neo-run --self-check \
// RUN:   | neo-opt --convert-neo-to-linalg | mlir-opt %stock_loops \
// RUN:   | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

// Reductions by every combiner onto what the result held before.
func.func @reductions(%A: tensor<3x5x4xf32>, %I: tensor<3x5xi32>,
    %L: tensor<3x5xi1>, %f: tensor<5xf32>, %i: tensor<3xi32>, %l: tensor<3xi1>)
    -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>,
        tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi1>) {
  %0 = linalg.reduce { arith.addf } ins(%A : tensor<3x5x4xf32>)
         outs(%f : tensor<5xf32>) dimensions = [0, 2]
  %1 = linalg.reduce { arith.mulf } ins(%A : tensor<3x5x4xf32>)
         outs(%f : tensor<5xf32>) dimensions = [0, 2]
  %2 = linalg.reduce { arith.maximumf } ins(%A : tensor<3x5x4xf32>)
         outs(%f : tensor<5xf32>) dimensions = [0, 2]
  %3 = linalg.reduce ins(%A : tensor<3x5x4xf32>) outs(%f : tensor<5xf32>)
         dimensions = [0, 2] (%a: f32, %acc: f32) {
    %square = arith.mulf %a, %a : f32
    %minus = arith.subf %acc, %square : f32
    %both = arith.addf %a, %minus : f32
    linalg.yield %both : f32
  }
  %4 = linalg.reduce { arith.muli } ins(%I : tensor<3x5xi32>)
         outs(%i : tensor<3xi32>) dimensions = [1]
  %5 = linalg.reduce { arith.minsi } ins(%I : tensor<3x5xi32>)
         outs(%i : tensor<3xi32>) dimensions = [1]
  %6 = linalg.reduce { arith.ori } ins(%I : tensor<3x5xi32>)
         outs(%i : tensor<3xi32>) dimensions = [1]
  %7 = linalg.reduce { arith.andi } ins(%L : tensor<3x5xi1>)
         outs(%l : tensor<3xi1>) dimensions = [1]
  return %0, %1, %2, %3, %4, %5, %6, %7
    : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>,
      tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi1>
}
