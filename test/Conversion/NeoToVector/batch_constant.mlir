// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// A constant with a value per item has as many items as there are: it is
// written by a kernel. Other constants, and loops of other extents, stay.

module attributes {neo.batch = 127 : i64} {
  func.func @f(%x: tensor<128xf32>)
      -> (tensor<127x8xf32>, tensor<8xf32>, tensor<128xf32>) {
    %0 = arith.constant dense<2.0> : tensor<127x8xf32>
    %1 = arith.constant dense<2.0> : tensor<8xf32>
    %2 = neo.compute [i: 128] %x[i] : (tensor<128xf32>) -> tensor<128xf32> {
    ^bb0(%a: f32):
      %n = arith.negf %a : f32
      neo.yield %n : f32
    }
    return %0, %1, %2 : tensor<127x8xf32>, tensor<8xf32>, tensor<128xf32>
  }
}

// CHECK-LABEL: func.func @f(
// CHECK-DAG:     neo.launch @f_kernel0() range 1 grain {{.*}} {neo.batch_tile = {{.*}}} : () -> tensor<127x8xf32>
// CHECK-DAG:     arith.constant dense<2.000000e+00> : tensor<8xf32>
// CHECK-DAG:     neo.launch @f_kernel1(%{{.*}}) range {{[0-9]+}} grain {{[0-9]+}} : (tensor<128xf32>)
