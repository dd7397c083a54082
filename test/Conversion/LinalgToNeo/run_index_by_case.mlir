// RUN: neo-opt %s --convert-linalg-to-neo=strict | FileCheck %s
// RUN: neo-opt %s --convert-linalg-to-neo=strict | neo-run --self-check \
// RUN:   | neo-opt --convert-neo-to-linalg | mlir-opt %stock_loops \
// RUN:   | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

// An index that no one expression says is read once per case: the nearest
// element, and the mirrored one.
// A remainder without correction of its sign is such an index, too.
// CHECK-LABEL: func.func @padded
// CHECK: %arg0[i0 - 2] if (i0 - 2 >= 0, i0 < 7)
// CHECK-SAME: %arg0[4] if (i0 - 7 >= 0)
// CHECK-SAME: %arg0[0] if (i0 < 2)
// CHECK: %arg0[2 - i0] if (i0 < 2)
// CHECK-SAME: %arg0[i0 - 2] if (i0 - 2 >= 0)
func.func @padded(%A: tensor<5xf64>) -> (tensor<9xf64>, tensor<7xf64>, tensor<7xf64>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %0 = tensor.generate {
  ^bb0(%i: index):
    %at = arith.subi %i, %c2 : index
    %low = arith.maxsi %at, %c0 : index
    %in = arith.minsi %low, %c4 : index
    %x = tensor.extract %A[%in] : tensor<5xf64>
    tensor.yield %x : f64
  } : tensor<9xf64>
  %1 = tensor.generate {
  ^bb0(%i: index):
    %at = arith.subi %i, %c2 : index
    %back = arith.subi %c0, %at : index
    %is = arith.cmpi slt, %at, %c0 : index
    %in = arith.select %is, %back, %at : index
    %x = tensor.extract %A[%in] : tensor<5xf64>
    tensor.yield %x : f64
  } : tensor<7xf64>
  // CHECK: %arg0[(i0 + 1) mod 2 + 3] if (i0 - 3 >= 0)
  %2 = tensor.generate {
  ^bb0(%i: index):
    %c3 = arith.constant 3 : index
    %at = arith.subi %i, %c3 : index
    %r = arith.remsi %at, %c2 : index
    %in = arith.addi %r, %c3 : index
    %x = tensor.extract %A[%in] : tensor<5xf64>
    tensor.yield %x : f64
  } : tensor<7xf64>
  return %0, %1, %2 : tensor<9xf64>, tensor<7xf64>, tensor<7xf64>
}
