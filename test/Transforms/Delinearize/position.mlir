// RUN: neo-opt --neo-delinearize %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-delinearize))" %s

// The parts of a split loop stay adjacent, so that terms keep their numbers.

// CHECK-LABEL: func.func @position
// CHECK: neo.compute [n: 5] argmax [m0: 2, m1: 9] %arg0[m0, m1, n]
func.func @position(%x: tensor<2x9x5xf32>) -> tensor<5xi64> {
  %p = neo.compute [n: 5] argmax [m: 18] %x[m floordiv 9, m mod 9, n]
       : (tensor<2x9x5xf32>) -> tensor<5xi64> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %p : tensor<5xi64>
}
