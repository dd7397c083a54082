// RUN: neo-opt %s --convert-linalg-to-neo=strict | FileCheck %s
// RUN: neo-opt %s --convert-linalg-to-neo=strict | neo-run --self-check \
// RUN:   | neo-opt --convert-neo-to-linalg | mlir-opt %stock_loops \
// RUN:   | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

// Two accumulators that take the better term and its place become a minimum
// and its position, also where the comparison is the other way round.
// CHECK: neo.compute [i0: 4] min [r0: 6] %arg0[i0, r0]
// CHECK: neo.compute [i0: 4] argmin [r0: 6] %arg0[i0, r0]
func.func @least(%A: tensor<4x6xi32>) -> (tensor<4xi32>, tensor<4xi64>) {
  %most = arith.constant dense<2147483647> : tensor<4xi32>
  %first = arith.constant dense<0> : tensor<4xi64>
  %0:2 = linalg.generic
           {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>,
                             affine_map<(i, j) -> (i)>],
            iterator_types = ["parallel", "reduction"]}
           ins(%A : tensor<4x6xi32>) outs(%most, %first : tensor<4xi32>, tensor<4xi64>) {
  ^bb0(%a: i32, %best: i32, %at: i64):
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i64
    %better = arith.cmpi sgt, %best, %a : i32
    %1 = arith.select %better, %a, %best : i32
    %2 = arith.select %better, %n, %at : i64
    linalg.yield %1, %2 : i32, i64
  } -> (tensor<4xi32>, tensor<4xi64>)
  return %0#0, %0#1 : tensor<4xi32>, tensor<4xi64>
}
