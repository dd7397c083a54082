// RUN: neo-opt --neo-delinearize %s | FileCheck %s

// No part has the extent that stands for the batch.

module attributes {neo.batch = 16 : i64} {
  // CHECK-LABEL: func.func @batch
  // CHECK: neo.compute [b: 16] sum [m: 48] %arg0[b, m floordiv 16, m mod 16]
  func.func @batch(%x: tensor<16x3x16xf32>) -> tensor<16xf32> {
    %p = neo.compute [b: 16] sum [m: 48] %x[b, m floordiv 16, m mod 16]
         : (tensor<16x3x16xf32>) -> tensor<16xf32> {
    ^bb0(%a: f32):
      neo.yield %a : f32
    }
    return %p : tensor<16xf32>
  }
}
