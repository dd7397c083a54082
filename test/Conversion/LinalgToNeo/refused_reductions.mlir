// RUN: neo-opt %s --convert-linalg-to-neo --split-input-file --verify-diagnostics

func.func @decay(%A: tensor<4x6xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark @+1 {{'linalg.reduce' is not raised: its accumulator goes through 'arith.mulf', but a neo.compute reduces by addition, multiplication, maximum, minimum, and, or alone: reduce by one of them and apply the rest to terms or to the result, or write the loop as a neo.scan}}
  %0 = linalg.reduce ins(%A : tensor<4x6xf32>) outs(%b : tensor<4xf32>)
         dimensions = [1] (%a: f32, %acc: f32) {
    %half = arith.constant 0.5 : f32
    %1 = arith.mulf %acc, %half : f32
    %2 = arith.addf %1, %a : f32
    linalg.yield %2 : f32
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @last_one(%A: tensor<4x6xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark @+1 {{a reduction loop overwrites its result instead of accumulating, so that its last step alone counts: combine with the value in outs, or read the operands at the last step without the loop}}
  %0 = linalg.reduce ins(%A : tensor<4x6xf32>) outs(%b : tensor<4xf32>)
         dimensions = [1] (%a: f32, %acc: f32) {
    linalg.yield %a : f32
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @untouched(%A: tensor<4x6xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark @+1 {{a reduction loop hands its accumulator on and reduces nothing: read outs without the loop}}
  %0 = linalg.reduce ins(%A : tensor<4x6xf32>) outs(%b : tensor<4xf32>)
         dimensions = [1] (%a: f32, %acc: f32) {
    linalg.yield %acc : f32
  }
  return %0 : tensor<4xf32>
}

// -----

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

// -----

func.func @exclusive_or(%A: tensor<4x6xi1>, %b: tensor<4xi1>) -> tensor<4xi1> {
  // expected-remark @+1 {{its accumulator goes through 'arith.addi' of i1, but a neo.compute reduces by addition}}
  %0 = linalg.reduce { arith.addi } ins(%A : tensor<4x6xi1>)
         outs(%b : tensor<4xi1>) dimensions = [1]
  return %0 : tensor<4xi1>
}

// -----

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

// -----

func.func @without_nan(%A: tensor<4x6xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark @+1 {{'linalg.reduce' is not raised: it reduces by 'arith.maxnumf', which leaves NaN out where max and min of a neo.compute hand it on: use arith.maximumf or arith.minimumf, or state fastmath<nnan>}}
  %0 = linalg.reduce { arith.maxnumf } ins(%A : tensor<4x6xf32>)
         outs(%b : tensor<4xf32>) dimensions = [1]
  return %0 : tensor<4xf32>
}
