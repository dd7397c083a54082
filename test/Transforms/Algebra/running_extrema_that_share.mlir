// RUN: neo-opt --pass-pipeline="builtin.module(func.func(neo-running-sums{start=0},neo-extend-periodic),neo-autodiff)" %s \
// RUN:   | neo-run --entry=check - | FileCheck %s

// Four equal terms share a gradient: of a running maximum that is not taken in
// blocks, and of a circular window that is read from a periodic copy.

func.func @running(%x: tensor<300xf32>) -> tensor<300xf32> {
  %0 = neo.compute [p: 300] max [r: 300] %x[r] where (p - r >= 0) {neo.ties = "shared"}
     : (tensor<300xf32>) -> tensor<300xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<300xf32>
}
func.func private @running_vjp(tensor<300xf32>, tensor<300xf32>) -> tensor<300xf32>

func.func @window(%x: tensor<16xf32>) -> tensor<16xf32> {
  %0 = neo.compute [p: 16] max [r: 8] %x[(p + r) mod 16] {neo.ties = "shared"}
     : (tensor<16xf32>) -> tensor<16xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<16xf32>
}
func.func private @window_vjp(tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>

// Of the last element, 1/300; of the sixteen windows, 8 times 1/8.
// CHECK: [0.0033333334, 1]
func.func @check() -> tensor<2xf32> {
  %x = arith.constant dense<1.0> : tensor<300xf32>
  %d = arith.constant dense<1.0> : tensor<300xf32>
  %y = arith.constant dense<1.0> : tensor<16xf32>
  %0 = func.call @running_vjp(%x, %d) : (tensor<300xf32>, tensor<300xf32>) -> tensor<300xf32>
  %1 = func.call @window_vjp(%y, %y) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
  %2 = neo.compute [i: 2] %0[299] if (i == 0) else 0.0, %1[3] if (i == 1) else 0.0
     : (tensor<300xf32>, tensor<16xf32>) -> tensor<2xf32> {
  ^bb0(%a: f32, %b: f32):
    %3 = arith.addf %a, %b : f32
    neo.yield %3 : f32
  }
  return %2 : tensor<2xf32>
}
