// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-fuse,neo-group))' | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-fuse,neo-group))" %s

// Two operators read the exponentials of a row. Both take the expression, and
// their kernel names it again: it is evaluated once, however slow the cache.

// CHECK-LABEL: func.func @f(
// CHECK:         neo.kernel [i: 512]
// CHECK-COUNT-1: math.exp
// CHECK-NOT:     math.exp
module attributes {neo.machine = {cache = 1.0e9}} {
  func.func @f(%x: tensor<512x512xf32>) -> (tensor<512xf32>, tensor<512x512xf32>) {
    %e = neo.compute [i: 512, j: 512] %x[i, j]
       : (tensor<512x512xf32>) -> tensor<512x512xf32> {
    ^bb0(%a: f32):
      %0 = math.exp %a : f32
      neo.yield %0 : f32
    }
    %s = neo.compute [i: 512] sum [j: 512] %e[i, j]
       : (tensor<512x512xf32>) -> tensor<512xf32> {
    ^bb0(%a: f32):
      neo.yield %a : f32
    }
    %q = neo.compute [i: 512, j: 512] %e[i, j], %s[i]
       : (tensor<512x512xf32>, tensor<512xf32>) -> tensor<512x512xf32> {
    ^bb0(%a: f32, %b: f32):
      %0 = arith.divf %a, %b : f32
      neo.yield %0 : f32
    }
    return %s, %q : tensor<512xf32>, tensor<512x512xf32>
  }
}
