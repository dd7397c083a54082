// RUN: neo-opt %s --convert-linalg-to-neo --verify-diagnostics

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
func.func @running_sum(%A: tensor<4x6xf32>, %b: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4x6xf32>) {
  // expected-remark @+1 {{its body reads an accumulator beside combining it, and a neo.compute sees the last value alone: compute what needs that in an operation after it, or what needs every step in a neo.scan}}
  %0:2 = linalg.generic {indexing_maps = [#ij, #i, #ij],
                         iterator_types = ["parallel", "reduction"]}
         ins(%A : tensor<4x6xf32>) outs(%b, %A : tensor<4xf32>, tensor<4x6xf32>) {
  ^bb0(%a: f32, %sum: f32, %old: f32):
    %1 = arith.addf %sum, %a : f32
    linalg.yield %1, %1 : f32, f32
  } -> (tensor<4xf32>, tensor<4x6xf32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<4x6xf32>
}
