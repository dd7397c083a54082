// RUN: neo-opt %s --convert-linalg-to-neo --split-input-file --verify-diagnostics

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
