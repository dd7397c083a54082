// RUN: neo-opt --neo-pack=explain %s 2>&1 | FileCheck %s

// %D would be copied into panels, since its rows are whole pages apart. With a
// batch in the place of the reduction it is not: panels come first in a copy.

module attributes {neo.batch = 127 : i64} {
  func.func @f(%X: tensor<127x784xf32>, %D: tensor<127x512xf32>)
      -> tensor<784x512xf32> {
    %C = neo.compute [k: 784, j: 512] sum [b: 127] %X[b, k], %D[b, j]
       : (tensor<127x784xf32>, tensor<127x512xf32>) -> tensor<784x512xf32> {
    ^bb0(%x: f32, %d: f32):
      %0 = arith.mulf %x, %d : f32
      neo.yield %0 : f32
    }
    return %C : tensor<784x512xf32>
  }
}

// CHECK:       remark: operand #1 is not packed: one of its dimensions is the batch, whose size is not known
// CHECK-LABEL: func.func @f(
// CHECK-NEXT:    neo.compute [k: 784, j: 512] sum [b: 127] %arg0[b, k], %arg1[b, j]
