// RUN: neo-opt %s --neo-schedule=explain -o /dev/null 2>&1 | FileCheck %s
// RUN: neo-opt %s --pass-pipeline='builtin.module(neo-schedule{explain draw=3})' -o /dev/null 2>&1 | FileCheck %s --check-prefix=DRAWN

// What the cost model predicts, of the schedule that it chooses and of one that
// is drawn.

// CHECK: remark: predicted: {{[1-9][0-9]*}} cycles by vector [
// DRAWN: remark: predicted: {{[1-9][0-9]*}} cycles by vector [

module attributes {neo.target = "avx2"} {
  func.func @product(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>)
      -> tensor<64x64xf32> {
    %c = neo.compute [i: 64, j: 64] sum [k: 64] %a[i, k], %b[k, j]
       : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> {
    ^bb0(%x: f32, %y: f32):
      %0 = arith.mulf %x, %y : f32
      neo.yield %0 : f32
    }
    return %c : tensor<64x64xf32>
  }
}
