// RUN: neo-run %s --self-check  | neo-opt --convert-neo-to-linalg \
// RUN:   | mlir-opt %stock_loops | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

// Divisions, remainders, reversals, slices, repeats; an operand used twice.
func.func @irregular(%A: tensor<6x8xf64>, %v: tensor<12xf64>)
    -> (tensor<12x4xf64>, tensor<3x5xf64>, tensor<48xf64>) {
  %0 = neo.compute [i: 12, j: 4] %A[i floordiv 2, 7 - 2 * (j ceildiv 2)], %v[(5 * i + j) mod 12]
     : (tensor<6x8xf64>, tensor<12xf64>) -> tensor<12x4xf64> {
  ^bb0(%a: f64, %b: f64):
    %s = arith.subf %a, %b : f64
    neo.yield %s : f64
  }
  %1 = neo.compute [i: 3, j: 5] %A[i + 2, j + 1], %A[5 - i, j]
     : (tensor<6x8xf64>, tensor<6x8xf64>) -> tensor<3x5xf64> {
  ^bb0(%a: f64, %b: f64):
    %i = neo.index 0 : index
    %j = neo.index 1 : index
    %above = arith.cmpi sgt, %i, %j : index
    %s = arith.select %above, %a, %b : f64
    neo.yield %s : f64
  }
  %2 = neo.compute [f: 48] %A[f floordiv 8, f mod 8]
     : (tensor<6x8xf64>) -> tensor<48xf64> {
  ^bb0(%a: f64):
    neo.yield %a : f64
  }
  return %0, %1, %2 : tensor<12x4xf64>, tensor<3x5xf64>, tensor<48xf64>
}
