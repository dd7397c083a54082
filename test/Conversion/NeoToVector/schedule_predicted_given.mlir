// RUN: neo-opt %s --neo-schedule=explain -o /dev/null 2>&1 | FileCheck %s

// What the cost model predicts of a schedule that is given: two can be compared.

// CHECK: remark: predicted: {{[1-9][0-9]*}} cycles by vector [j: 8] tile [i: 2] order [j, i]

module attributes {neo.target = "avx2"} {
  func.func @product(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>)
      -> tensor<64x64xf32> {
    %c = neo.compute [i: 64, j: 64] sum [k: 64] %a[i, k], %b[k, j]
         {neo.schedule = "vector [j: 8] tile [i: 2] order [j, i]"}
       : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> {
    ^bb0(%x: f32, %y: f32):
      %0 = arith.mulf %x, %y : f32
      neo.yield %0 : f32
    }
    return %c : tensor<64x64xf32>
  }
}
