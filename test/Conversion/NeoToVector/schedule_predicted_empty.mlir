// RUN: env NEO_TARGET=avx512 neo-opt %s --neo-schedule=explain -o /dev/null 2>&1 | FileCheck %s

// A loop without steps has a schedule, and a cost, as any other.

// CHECK: remark: predicted: {{[0-9]+}} cycles by

func.func @product(%a: tensor<1000x1000xf32>, %b: tensor<1000x0xf32>)
    -> tensor<1000x0xf32> {
  %c = neo.compute [i: 1000, j: 0] sum [k: 1000] %a[k, i], %b[k, j]
     : (tensor<1000x1000xf32>, tensor<1000x0xf32>) -> tensor<1000x0xf32> {
  ^bb0(%x: f32, %y: f32):
    %0 = arith.mulf %x, %y : f32
    neo.yield %0 : f32
  }
  return %c : tensor<1000x0xf32>
}
