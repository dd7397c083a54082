// RUN: neo-opt %s --convert-linalg-to-neo --split-input-file --verify-diagnostics

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
func.func @two_ways(%A: tensor<4x6xf32>, %p: tensor<4x6xi1>, %b: tensor<4xf32>)
    -> tensor<4xf32> {
  // expected-remark @+1 {{its body chooses between two accumulations, but a neo.compute reduces in one way: choose between the terms, or between the accumulator with a term and as it was}}
  %0 = linalg.generic {indexing_maps = [#ij, #ij, #i], iterator_types = ["parallel", "reduction"]}
         ins(%A, %p : tensor<4x6xf32>, tensor<4x6xi1>) outs(%b : tensor<4xf32>) {
  ^bb0(%a: f32, %q: i1, %acc: f32):
    %1 = arith.addf %acc, %a : f32
    %2 = arith.subf %acc, %a : f32
    %3 = arith.select %q, %1, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
func.func @other_position(%A: tensor<4x6xi32>) -> tensor<4xi64> {
  %least = arith.constant dense<-2147483648> : tensor<4xi32>
  %first = arith.constant dense<0> : tensor<4xi64>
  // expected-remark @+1 {{it looks for the best term, but result #1 is no i64 that counts the reduction loops from 0 in row-major order: count so, and compute what else is wanted from that}}
  %0:2 = linalg.generic {indexing_maps = [#ij, #i, #i], iterator_types = ["parallel", "reduction"]}
           ins(%A : tensor<4x6xi32>) outs(%least, %first : tensor<4xi32>, tensor<4xi64>) {
  ^bb0(%a: i32, %best: i32, %at: i64):
    %j = linalg.index 0 : index
    %n = arith.index_cast %j : index to i64
    %better = arith.cmpi sgt, %a, %best : i32
    %1 = arith.select %better, %a, %best : i32
    %2 = arith.select %better, %n, %at : i64
    linalg.yield %1, %2 : i32, i64
  } -> (tensor<4xi32>, tensor<4xi64>)
  return %0#1 : tensor<4xi64>
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
func.func @other_start(%A: tensor<4x6xi32>, %start: tensor<4xi32>) -> tensor<4xi64> {
  %first = arith.constant dense<0> : tensor<4xi64>
  // expected-remark @+1 {{it looks for the best term, but does not start at position 0 of the worst number: fill outs with 0 and with the least number for a maximum, the most for a minimum}}
  %0:2 = linalg.generic {indexing_maps = [#ij, #i, #i], iterator_types = ["parallel", "reduction"]}
           ins(%A : tensor<4x6xi32>) outs(%start, %first : tensor<4xi32>, tensor<4xi64>) {
  ^bb0(%a: i32, %best: i32, %at: i64):
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i64
    %better = arith.cmpi sgt, %a, %best : i32
    %1 = arith.select %better, %a, %best : i32
    %2 = arith.select %better, %n, %at : i64
    linalg.yield %1, %2 : i32, i64
  } -> (tensor<4xi32>, tensor<4xi64>)
  return %0#1 : tensor<4xi64>
}

// -----

func.func @winograd(%A: tensor<2x10x10x2xf32>, %B: tensor<6x6x2x2x2x2xf32>)
    -> tensor<6x6x2x2x2x2xf32> {
  // expected-remark @+1 {{'linalg.winograd_input_transform' is not raised: it is a part of a convolution by Winograd's way: raise the convolution before it is rewritten}}
  %0 = linalg.winograd_input_transform fmr(F_4_3)
         ins(%A : tensor<2x10x10x2xf32>) outs(%B : tensor<6x6x2x2x2x2xf32>)
         -> tensor<6x6x2x2x2x2xf32>
  return %0 : tensor<6x6x2x2x2x2xf32>
}
