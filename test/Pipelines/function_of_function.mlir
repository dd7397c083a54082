// RUN: env NEO_TARGET=avx512 neo-opt --neo-optimize %s | FileCheck %s
// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-algebra{keep-functions=true}))' %s | FileCheck %s --check-prefix=KEPT

// log of what another operator computes, a sigmoid: fusion brings both into one
// body first, and the logarithm takes the form of one of a sigmoid there.

func.func @f(%x: tensor<9xf64>) -> tensor<9xf64> {
  %0 = neo.compute [i: 9] %x[i] : (tensor<9xf64>) -> tensor<9xf64> {
  ^bb0(%a: f64):
    %one = arith.constant 1.0 : f64
    %e = math.exp %a : f64
    %s = arith.addf %e, %one : f64
    %d = arith.divf %e, %s : f64
    neo.yield %d : f64
  }
  %1 = neo.compute [i: 9] %0[i] : (tensor<9xf64>) -> tensor<9xf64> {
  ^bb0(%a: f64):
    %l = math.log %a : f64
    neo.yield %l : f64
  }
  return %1 : tensor<9xf64>
}

// CHECK-COUNT-1: neo.compute
// CHECK-NOT:     arith.divf
// CHECK:         math.log1p
// CHECK-NOT:     neo.compute

// KEPT:          %[[E:.*]] = math.exp
// KEPT:          arith.divf %[[E]]
// KEPT:          math.log %
