// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-algebra))' %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-algebra))" %s

// To divide by a power of two is to multiply by another, bit for bit; to divide
// by 3 is not. Two numbers that are computed twice are no tensors.

func.func @f(%x: tensor<9xf32>) -> (tensor<9xf32>, tensor<f32>, tensor<f32>) {
  %0 = neo.compute [i: 9] %x[i] : (tensor<9xf32>) -> tensor<9xf32> {
  ^bb0(%a: f32):
    %eight = arith.constant -8.0 : f32
    %three = arith.constant 3.0 : f32
    %e = arith.divf %a, %eight : f32
    %t = arith.divf %e, %three : f32
    neo.yield %t : f32
  }
  %1 = neo.compute [] : () -> tensor<f32> {
    %c = arith.constant 3.0 : f32
    neo.yield %c : f32
  }
  %2 = neo.compute [] : () -> tensor<f32> {
    %c = arith.constant 3.0 : f32
    neo.yield %c : f32
  }
  return %0, %1, %2 : tensor<9xf32>, tensor<f32>, tensor<f32>
}

// CHECK-LABEL: func.func @f(
// CHECK:         arith.constant -1.250000e-01
// CHECK:         arith.mulf
// CHECK:         arith.divf %{{.*}}, %{{.*}}
// CHECK-NOT:     arith.divf
// CHECK-COUNT-1: neo.compute []
// CHECK-NOT:     neo.compute
