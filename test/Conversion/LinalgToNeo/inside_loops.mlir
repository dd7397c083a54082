// RUN: neo-opt %s --convert-linalg-to-neo 2>&1 | FileCheck %s

// A loop stays, and is named; the operators that it holds are raised.
// CHECK: remark: 'scf.for' is not raised: it is control flow and no index expression; the operators that it holds are raised
// CHECK-LABEL: func.func @power
// CHECK: scf.for
// CHECK: neo.compute [i0: 4]
// CHECK: scf.yield
func.func @power(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = scf.for %t = %c0 to %c3 step %c1 iter_args(%y = %x) -> tensor<4xf32> {
    %1 = linalg.mul ins(%y, %x : tensor<4xf32>, tensor<4xf32>)
                    outs(%y : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
