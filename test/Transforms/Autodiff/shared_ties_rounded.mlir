// RUN: neo-opt --neo-autodiff %s | neo-run --entry=check - | FileCheck %s
// RUN: neo-opt --neo-autodiff %s \
// RUN:   | env NEO_TARGET=avx512 neo-run --entry=check --check-pipeline="builtin.module(neo-optimize)" -

// A body that is more than a read, in a type that rounds it.
func.func @least(%x: tensor<4xbf16>, %w: tensor<bf16>) -> tensor<bf16> {
  %m = neo.compute [] min [j: 4] %x[j], %w[] {neo.ties = "shared"}
     : (tensor<4xbf16>, tensor<bf16>) -> tensor<bf16> {
  ^bb0(%a: bf16, %b: bf16):
    %c = arith.mulf %a, %b : bf16
    neo.yield %c : bf16
  }
  return %m : tensor<bf16>
}
func.func private @least_vjp(tensor<4xbf16>, tensor<bf16>, tensor<bf16>)
    -> (tensor<4xbf16>, tensor<bf16>)

// CHECK: 2, 0, 2, 0
// CHECK: 2
func.func @check() -> (tensor<4xbf16>, tensor<bf16>) {
  %y = arith.constant dense<[1.0, 2.0, 1.0, 3.0]> : tensor<4xbf16>
  %two = arith.constant dense<2.0> : tensor<bf16>
  %least:2 = func.call @least_vjp(%y, %two, %two)
     : (tensor<4xbf16>, tensor<bf16>, tensor<bf16>)
    -> (tensor<4xbf16>, tensor<bf16>)
  return %least#0, %least#1 : tensor<4xbf16>, tensor<bf16>
}
