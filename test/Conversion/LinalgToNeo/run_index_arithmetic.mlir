// RUN: neo-opt %s --convert-linalg-to-neo=strict | FileCheck %s
// RUN: neo-opt %s --convert-linalg-to-neo=strict | neo-run --self-check \
// RUN:   | neo-opt --convert-neo-to-linalg | mlir-opt %stock_loops \
// RUN:   | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

// Indices that divide in every way that machines know.
func.func @divided(%A: tensor<5xf64>)
    -> (tensor<12xf64>, tensor<12xf64>, tensor<12xf64>, tensor<12xf64>, tensor<12xf64>) {
  // CHECK: neo.compute [i0: 12] %arg0[i0 mod 5], %arg0[(i0 mod 5) floordiv 3 + 3]
  %0 = tensor.generate {
  ^bb0(%i: index):
    %c5 = arith.constant 5 : index
    %c3 = arith.constant 3 : index
    %r = arith.remui %i, %c5 : index
    %q = arith.divui %r, %c3 : index
    %s = arith.addi %q, %c3 : index
    %x = tensor.extract %A[%r] : tensor<5xf64>
    %y = tensor.extract %A[%s] : tensor<5xf64>
    %z = arith.mulf %x, %y : f64
    tensor.yield %z : f64
  } : tensor<12xf64>
  // A remainder has the sign of its dividend: what makes a floor-mod of it.
  // CHECK: neo.compute [i0: 12] %arg0[(i0 + 3) mod 5]
  %1 = tensor.generate {
  ^bb0(%i: index):
    %c0 = arith.constant 0 : index
    %c5 = arith.constant 5 : index
    %c7 = arith.constant 7 : index
    %at = arith.subi %i, %c7 : index
    %r = arith.remsi %at, %c5 : index
    %is = arith.cmpi slt, %r, %c0 : index
    %up = arith.addi %r, %c5 : index
    %m = arith.select %is, %up, %r : index
    %x = tensor.extract %A[%m] : tensor<5xf64>
    tensor.yield %x : f64
  } : tensor<12xf64>
  // The same without a select.
  // CHECK: neo.compute [i0: 12] %arg0[(i0 + 3) mod 5]
  %2 = tensor.generate {
  ^bb0(%i: index):
    %c5 = arith.constant 5 : index
    %c7 = arith.constant 7 : index
    %at = arith.subi %i, %c7 : index
    %r = arith.remsi %at, %c5 : index
    %up = arith.addi %r, %c5 : index
    %m = arith.remsi %up, %c5 : index
    %x = tensor.extract %A[%m] : tensor<5xf64>
    tensor.yield %x : f64
  } : tensor<12xf64>
  // Shifts and masks, in 32 bits that suffice.
  // CHECK: neo.compute [i0: 12] %arg0[((2 * i0) floordiv 4) mod 4]
  %3 = tensor.generate {
  ^bb0(%i: index):
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c3 = arith.constant 3 : i32
    %n = arith.index_cast %i : index to i32
    %d = arith.shli %n, %c1 : i32
    %h = arith.shrui %d, %c2 : i32
    %l = arith.andi %h, %c3 : i32
    %m = arith.extui %l : i32 to i64
    %at = arith.index_castui %m : i64 to index
    %x = tensor.extract %A[%at] : tensor<5xf64>
    tensor.yield %x : f64
  } : tensor<12xf64>
  // CHECK: neo.compute [i0: 12] %arg0[(i0 + 2) floordiv 3]
  %4 = tensor.generate {
  ^bb0(%i: index):
    %c3 = arith.constant 3 : index
    %q = arith.ceildivui %i, %c3 : index
    %x = tensor.extract %A[%q] : tensor<5xf64>
    tensor.yield %x : f64
  } : tensor<12xf64>
  return %0, %1, %2, %3, %4
    : tensor<12xf64>, tensor<12xf64>, tensor<12xf64>, tensor<12xf64>, tensor<12xf64>
}
