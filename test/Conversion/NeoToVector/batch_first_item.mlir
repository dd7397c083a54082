// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// Every batch has a first item, so it may be read and compared with others
// without the number of items.

module attributes {neo.batch = 127 : i64} {
  func.func @f(%x: tensor<127x8xf32>) -> tensor<127x8xf32> {
    %0 = neo.compute [b: 127, j: 8] sum [c: 127]
         %x[0, j], %x[c, j] if (b >= 1) else 0.0 where (b - c >= 0)
       : (tensor<127x8xf32>, tensor<127x8xf32>) -> tensor<127x8xf32> {
    ^bb0(%a: f32, %b: f32):
      %1 = arith.addf %a, %b : f32
      neo.yield %1 : f32
    }
    return %0 : tensor<127x8xf32>
  }
}

// CHECK:       neo.launch @f_kernel0(%{{.*}}) {{.*}} {neo.batch_tile = {{[0-9]+}} : i64
// CHECK-LABEL: func.func private @f_kernel0(
// CHECK-NOT:     constant 127
