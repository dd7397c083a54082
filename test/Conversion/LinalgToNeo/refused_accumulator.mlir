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

func.func @exclusive_or(%A: tensor<4x6xi1>, %b: tensor<4xi1>) -> tensor<4xi1> {
  // expected-remark @+1 {{its accumulator goes through 'arith.addi' of i1, but a neo.compute reduces by addition}}
  %0 = linalg.reduce { arith.addi } ins(%A : tensor<4x6xi1>)
         outs(%b : tensor<4xi1>) dimensions = [1]
  return %0 : tensor<4xi1>
}

// -----

func.func @without_nan(%A: tensor<4x6xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark @+1 {{'linalg.reduce' is not raised: it reduces by 'arith.maxnumf', which leaves NaN out where max and min of a neo.compute hand it on: use arith.maximumf or arith.minimumf, or state fastmath<nnan>}}
  %0 = linalg.reduce { arith.maxnumf } ins(%A : tensor<4x6xf32>)
         outs(%b : tensor<4xf32>) dimensions = [1]
  return %0 : tensor<4xf32>
}
