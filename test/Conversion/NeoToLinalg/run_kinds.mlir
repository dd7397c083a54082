// RUN: neo-run %s --self-check  | neo-opt --convert-neo-to-linalg \
// RUN:   | mlir-opt %stock_loops | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

func.func @kinds(%A: tensor<3x4xi32>, %B: tensor<3x4xi1>, %C: tensor<3x4xi64>)
    -> (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi1>, tensor<3xi1>,
        tensor<3xi64>, tensor<i64>, tensor<3xi32>) {
  %0 = neo.compute [i: 3] prod [j: 4] %A[i, j] : (tensor<3x4xi32>) -> tensor<3xi32> {
  ^bb0(%a: i32):
    neo.yield %a : i32
  }
  %1 = neo.compute [i: 3] max [j: 4] %A[i, j] : (tensor<3x4xi32>) -> tensor<3xi32> {
  ^bb0(%a: i32):
    neo.yield %a : i32
  }
  %2 = neo.compute [i: 3] min [j: 4] %A[i, j] where (i + j < 5)
     : (tensor<3x4xi32>) -> tensor<3xi32> {
  ^bb0(%a: i32):
    neo.yield %a : i32
  }
  %3 = neo.compute [i: 3] and [j: 4] %B[i, j] where (j > i)
     : (tensor<3x4xi1>) -> tensor<3xi1> {
  ^bb0(%a: i1):
    neo.yield %a : i1
  }
  %4 = neo.compute [i: 3] or [j: 4] %B[i, j] : (tensor<3x4xi1>) -> tensor<3xi1> {
  ^bb0(%a: i1):
    neo.yield %a : i1
  }
  %5 = neo.compute [i: 3] or [j: 4] %C[i, j] where (j > i)
     : (tensor<3x4xi64>) -> tensor<3xi64> {
  ^bb0(%a: i64):
    neo.yield %a : i64
  }
  %6 = neo.compute [] sum [i: 3, j: 4] %C[i, j] : (tensor<3x4xi64>) -> tensor<i64> {
  ^bb0(%a: i64):
    neo.yield %a : i64
  }
  %7 = neo.compute [i: 3] sum [] %A[i, 1] where (i >= 1, i < 2)
     : (tensor<3x4xi32>) -> tensor<3xi32> {
  ^bb0(%a: i32):
    neo.yield %a : i32
  }
  return %0, %1, %2, %3, %4, %5, %6, %7
    : tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi1>, tensor<3xi1>,
      tensor<3xi64>, tensor<i64>, tensor<3xi32>
}
