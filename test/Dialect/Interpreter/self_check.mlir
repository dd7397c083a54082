// RUN: neo-run %s --self-check | neo-opt --convert-neo-to-linalg \
// RUN:   | mlir-opt %stock_loops | mlir-runner %run_check | FileCheck %s --check-prefix=RIGHT
// RUN: neo-run %s --self-check | sed s/arith.addf/arith.divf/ | neo-opt --convert-neo-to-linalg \
// RUN:   | mlir-opt %stock_loops | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock

// A program that checks itself finds what was changed after it was made.
// RIGHT: {{^}}0{{$}}
// WRONG: {{^}}1{{$}}
func.func @main(%x: tensor<3xf32>, %y: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %0 = neo.compute [i: 3] %x[i], %y[i] : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    neo.yield %c : f32
  }
  return %x, %0 : tensor<3xf32>, tensor<3xf32>
}
