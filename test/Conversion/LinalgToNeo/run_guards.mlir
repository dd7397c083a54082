// RUN: neo-opt %s --convert-linalg-to-neo=strict | FileCheck %s
// RUN: neo-opt %s --convert-linalg-to-neo=strict | neo-run --self-check \
// RUN:   | neo-opt --convert-neo-to-linalg | mlir-opt %stock_loops \
// RUN:   | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>

// Conditions of loops become guards: of one operand, where an element or a
// constant is chosen; of all terms, where what is reduced is.
func.func @guards(%A: tensor<6x6xf64>, %x: tensor<4xf64>)
    -> (tensor<6x6xf64>, tensor<6xf64>, tensor<6xf64>, tensor<12xf64>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %true = arith.constant true
  %none = arith.constant -1.0 : f64
  %zero = arith.constant 0.0 : f64
  %empty = tensor.empty() : tensor<6x6xf64>
  // CHECK: neo.compute [i0: 6, i1: 6] %arg0[i0, i1] if (i0 - i1 >= 0, (i0 + i1) mod 2 == 0) else -1.0
  %0 = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
         ins(%A : tensor<6x6xf64>) outs(%empty : tensor<6x6xf64>) {
  ^bb0(%a: f64, %old: f64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %above = arith.cmpi ult, %i, %j : index
    %sum = arith.addi %i, %j : index
    %bit = arith.remui %sum, %c2 : index
    %odd = arith.cmpi ne, %bit, %c0 : index
    %out = arith.ori %above, %odd : i1
    %in = arith.xori %out, %true : i1
    %b = arith.select %in, %a, %none : f64
    linalg.yield %b : f64
  } -> tensor<6x6xf64>
  %zeros = arith.constant dense<0.0> : tensor<6xf64>
  // CHECK: neo.compute [i0: 6] sum [r0: 6] %arg0[i0, r0] where (i0 - r0 - 1 >= 0)
  %1 = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
         ins(%A : tensor<6x6xf64>) outs(%zeros : tensor<6xf64>) {
  ^bb0(%a: f64, %acc: f64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %in = arith.cmpi slt, %j, %i : index
    %more = arith.addf %acc, %a : f64
    %b = arith.select %in, %more, %acc : f64
    linalg.yield %b : f64
  } -> tensor<6xf64>
  // What data decide stays in the body.
  // CHECK: neo.compute [i0: 6] sum [r0: 6] %arg0[i0, r0]
  // CHECK-SAME: tensor<6xf64> {
  // CHECK: arith.cmpf
  // CHECK: arith.select
  %2 = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
         ins(%A : tensor<6x6xf64>) outs(%zeros : tensor<6xf64>) {
  ^bb0(%a: f64, %acc: f64):
    %in = arith.cmpf ogt, %a, %zero : f64
    %more = arith.addf %acc, %a : f64
    %b = arith.select %in, %more, %acc : f64
    linalg.yield %b : f64
  } -> tensor<6xf64>
  // CHECK: neo.compute [i0: 12] %arg1[i0 floordiv 3] if (i0 mod 3 == 0) else 0.0
  %3 = tensor.generate {
  ^bb0(%i: index):
    %r = arith.remsi %i, %c3 : index
    %in = arith.cmpi eq, %r, %c0 : index
    %q = arith.divsi %i, %c3 : index
    %safe = arith.select %in, %q, %c0 : index
    %b = tensor.extract %x[%safe] : tensor<4xf64>
    %c = arith.select %in, %b, %zero : f64
    tensor.yield %c : f64
  } : tensor<12xf64>
  return %0, %1, %2, %3
    : tensor<6x6xf64>, tensor<6xf64>, tensor<6xf64>, tensor<12xf64>
}
