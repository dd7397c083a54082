// RUN: neo-opt %s --convert-linalg-to-neo --split-input-file --verify-diagnostics

#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @parallel_loop(%A: tensor<4x6xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark @+1 {{loop d1 is parallel, but no index of result #0: make it a reduction loop}}
  %0 = linalg.generic {indexing_maps = [#all, #row],
                       iterator_types = ["parallel", "parallel"]}
         ins(%A : tensor<4x6xf32>) outs(%b : tensor<4xf32>) {
  ^bb0(%a: f32, %acc: f32):
    linalg.yield %a : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

#id = affine_map<(i) -> (i)>
#diagonal = affine_map<(i) -> (i, i)>
func.func @diagonal(%x: tensor<4xf32>, %A: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-remark @+1 {{dimension 1 of result #0 has the index of another dimension, but a neo.compute writes every element: write a result of all loops and select by their equality}}
  %0 = linalg.generic {indexing_maps = [#id, #diagonal], iterator_types = ["parallel"]}
         ins(%x : tensor<4xf32>) outs(%A : tensor<4x4xf32>) {
  ^bb0(%a: f32, %old: f32):
    linalg.yield %a : f32
  } -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

#in = affine_map<(i) -> (i)>
#even = affine_map<(i) -> (2 * i)>
func.func @every_other(%x: tensor<4xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  // expected-remark @+1 {{dimension 0 of result #0 is not written at a bare loop: write a result of its own over the loops and put it in place by tensor.insert_slice}}
  %0 = linalg.generic {indexing_maps = [#in, #even], iterator_types = ["parallel"]}
         ins(%x : tensor<4xf32>) outs(%y : tensor<8xf32>) {
  ^bb0(%a: f32, %old: f32):
    linalg.yield %a : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
