// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-reduce-divisions))' %s | FileCheck %s

// A quotient of 32 bits is no index, though its dividend is one.

// CHECK: arith.floordivsi %{{.*}} : i32
func.func @f(%x: tensor<62xf32>) -> tensor<62xi32> {
  %0 = neo.compute [i: 62] %x[i] : (tensor<62xf32>) -> tensor<62xi32> {
  ^bb0(%a: f32):
    %c5 = arith.constant 5 : i32
    %i = neo.index 0 : index
    %narrow = arith.index_cast %i : index to i32
    %q = arith.floordivsi %narrow, %c5 : i32
    neo.yield %q : i32
  }
  return %0 : tensor<62xi32>
}
