// RUN: neo-opt --neo-fuse %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-fuse))" %s

// A maximum that takes an expression in keeps what it says about ties.

func.func @f(%x: tensor<6x4xf32>) -> tensor<6xf32> {
  %0 = neo.compute [i: 6, k: 4] %x[i, k] : (tensor<6x4xf32>) -> tensor<6x4xf32> {
  ^bb0(%a: f32):
    %e = math.exp %a : f32
    neo.yield %e : f32
  }
  %1 = neo.compute [i: 6] max [k: 4] %0[i, k] {neo.ties = "shared"}
     : (tensor<6x4xf32>) -> tensor<6xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %1 : tensor<6xf32>
}

// CHECK-LABEL: func.func @f(
// CHECK-NEXT:    neo.compute [i: 6] max [k: 4] %{{.*}}[i, k] {neo.ties = "shared"}
// CHECK:           math.exp
