// RUN: neo-opt %s --convert-linalg-to-neo=strict | neo-run --self-check \
// RUN:   | neo-opt --convert-neo-to-linalg | mlir-opt %stock_loops \
// RUN:   | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

// arith and math on whole tensors, scalars spread over them, computed elements.
func.func @elementwise(%A: tensor<3x4xf32>, %p: tensor<3x4xi1>, %s: tensor<f32>,
    %I: tensor<3x4xi32>)
    -> (tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xi32>, tensor<1xf32>) {
  %0 = math.absf %A : tensor<3x4xf32>
  %scalar = tensor.extract %s[] : tensor<f32>
  %spread = tensor.splat %scalar : tensor<3x4xf32>
  %1 = arith.select %p, %0, %spread : tensor<3x4xi1>, tensor<3x4xf32>
  %two = arith.constant dense<2> : tensor<3x4xi32>
  %2 = arith.divsi %I, %two : tensor<3x4xi32>
  %3 = tensor.generate {
  ^bb0(%i: index, %j: index):
    %4 = arith.muli %i, %j : index
    %5 = arith.index_cast %4 : index to i32
    %6 = arith.sitofp %5 : i32 to f32
    tensor.yield %6 : f32
  } : tensor<3x4xf32>
  %7 = arith.addf %1, %3 : tensor<3x4xf32>
  %8 = tensor.from_elements %scalar : tensor<1xf32>
  %mapped = linalg.map { arith.subf } ins(%7, %0 : tensor<3x4xf32>, tensor<3x4xf32>)
              outs(%A : tensor<3x4xf32>)
  return %7, %mapped, %2, %8
    : tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xi32>, tensor<1xf32>
}
