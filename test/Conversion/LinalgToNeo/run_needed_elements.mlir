// RUN: neo-opt %s --convert-linalg-to-neo=strict | FileCheck %s
// RUN: neo-opt %s --convert-linalg-to-neo=strict | neo-run --self-check \
// RUN:   | neo-opt --convert-neo-to-linalg | mlir-opt %stock_loops \
// RUN:   | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

// An element that reaches the result through more than a select is read where
// it is needed: in both branches of @either each at an index of its own.
// CHECK-LABEL: func.func @either
// CHECK: %arg0[i0] if (i0 < 5) else 0.0
// CHECK-SAME: %arg1[i0 - 5] if (i0 - 5 >= 0) else 0.0
// CHECK: arith.mulf
// CHECK: arith.select
func.func @either(%x: tensor<5xf64>, %y: tensor<4xf64>) -> tensor<9xf64> {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %0 = tensor.generate {
  ^bb0(%i: index):
    %in = arith.cmpi slt, %i, %c5 : index
    %first = arith.select %in, %i, %c0 : index
    %a = tensor.extract %x[%first] : tensor<5xf64>
    %square = arith.mulf %a, %a : f64
    %rest = arith.subi %i, %c5 : index
    %second = arith.select %in, %c0, %rest : index
    %b = tensor.extract %y[%second] : tensor<4xf64>
    %c = arith.select %in, %square, %b : f64
    tensor.yield %c : f64
  } : tensor<9xf64>
  return %0 : tensor<9xf64>
}
