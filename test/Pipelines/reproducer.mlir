// RUN: env NEO_TARGET=avx512 neo-opt %s --neo-optimize --mlir-generate-reproducer=%t -o /dev/null
// RUN: env NEO_TARGET=avx512 neo-opt %t --run-reproducer | FileCheck %s
// RUN: neo-opt %s --neo-optimize-for-gpu --mlir-generate-reproducer=%t -o /dev/null
// RUN: neo-opt %t --run-reproducer | FileCheck %s
// RUN: neo-opt %s --neo-derive --mlir-generate-reproducer=%t -o /dev/null
// RUN: neo-opt %t --run-reproducer | FileCheck %s

// Every pass of a pipeline has a name that can be read again.

// CHECK: func.func @add(
// CHECK: neo.compute [i: 4]
func.func @add(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = neo.compute [i: 4] %x[i], %y[i]
     : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32, %b: f32):
    %1 = arith.addf %a, %b : f32
    neo.yield %1 : f32
  }
  return %0 : tensor<4xf32>
}
