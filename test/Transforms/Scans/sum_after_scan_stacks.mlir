// RUN: neo-opt --neo-sum-after-scans %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(neo-sum-after-scans)" %s

// What the terms read becomes an output if it has fewer elements than the sum:
// the state before each step, and a function of it. Terms in a narrower type
// are converted, and a guard stays.

func.func private @step(%h: tensor<6xf32>, %w: tensor<6x6xf64>, %x: tensor<6xf32>)
    -> (tensor<6xf32>, tensor<6x6xf64>) {
  %g = neo.compute [i: 6] %h[i], %x[i] : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = math.sin %0 : f32
    neo.yield %1 : f32
  }
  %product = neo.compute [j: 6, i: 6] sum [] %h[j], %g[i - 1] if (i >= 1) else 0.5
     where (j <= i) : (tensor<6xf32>, tensor<6xf32>) -> tensor<6x6xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  %sum = neo.compute [j: 6, i: 6] %w[j, i], %product[j, i]
     : (tensor<6x6xf64>, tensor<6x6xf32>) -> tensor<6x6xf64> {
  ^bb0(%a: f64, %b: f32):
    %0 = arith.extf %b : f32 to f64
    %1 = arith.addf %a, %0 : f64
    neo.yield %1 : f64
  }
  return %g, %sum : tensor<6xf32>, tensor<6x6xf64>
}

func.func @f(%h: tensor<6xf32>, %w: tensor<6x6xf64>, %x: tensor<5x6xf32>)
    -> (tensor<6xf32>, tensor<6x6xf64>) {
  %0:2 = neo.scan @step steps 5 carry(%h, %w) over(%x)
     : (tensor<6xf32>, tensor<6x6xf64>, tensor<5x6xf32>)
    -> (tensor<6xf32>, tensor<6x6xf64>)
  return %0#0, %0#1 : tensor<6xf32>, tensor<6x6xf64>
}

// CHECK-LABEL: func.func @f(
// CHECK:         %[[S:.*]]:3 = neo.scan @step steps 5 carry(%arg0) over(%arg2)
// CHECK:         neo.compute [i0: 6, i1: 6] sum [r0: 5] %[[S]]#1[r0, i0], %[[S]]#2[r0, i1 - 1] if (i1 - 1 >= 0)
// CHECK-SAME:      where
// CHECK:           arith.extf
