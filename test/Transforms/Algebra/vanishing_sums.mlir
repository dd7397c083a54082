// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-stable-forms{explain}),canonicalize)' 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS < %t

// SAYS-COUNT-2: the terms of this sum cancel: it is zero
// SAYS-NOT:     the terms of this sum cancel: it is zero

// A row minus its mean has the sum 0, so what is added does not change.

// CHECK-LABEL: func.func @mean(
// CHECK-SAME:      %[[X:.*]]: tensor<4x8xf32>
// CHECK-NEXT:    return %[[X]]
func.func @mean(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %s = neo.compute [i: 4] sum [j: 8] %x[i, j]
     : (tensor<4x8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %r = neo.compute [i: 4] sum [j: 8] %x[i, j], %s[i]
     : (tensor<4x8xf32>, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32, %b: f32):
    %n = arith.constant 8.0 : f32
    %0 = arith.divf %b, %n : f32
    %1 = arith.subf %a, %0 : f32
    neo.yield %1 : f32
  }
  %y = neo.compute [i: 4, j: 8] %x[i, j], %r[i]
     : (tensor<4x8xf32>, tensor<4xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %0, %a : f32
    neo.yield %1 : f32
  }
  return %y : tensor<4x8xf32>
}

// Nothing flows through the maximum of a softmax, and where that was needs to
// be known to no one.

// CHECK-LABEL: func.func @softmax(
// CHECK-NOT:     neo.compute
// CHECK:         %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : tensor<4x8xf32>
// CHECK-NEXT:    return %[[ZERO]]
func.func @softmax(%e: tensor<4x8xf32>, %dy: tensor<4x8xf32>,
                   %p: tensor<4xi64>) -> tensor<4x8xf32> {
  %z = neo.compute [r: 4] sum [c: 8] %e[r, c]
     : (tensor<4x8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %t = neo.compute [i: 4] sum [j: 8] %dy[i, j], %e[i, j]
     : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  %m = neo.compute [i: 4] sum [k: 8] %dy[i, k], %e[i, k], %z[i], %t[i]
     : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4xf32>, tensor<4xf32>)
       -> tensor<4xf32> {
  ^bb0(%a: f32, %b: f32, %s: f32, %u: f32):
    %0 = arith.mulf %s, %s : f32
    %1 = arith.divf %u, %0 : f32
    %2 = arith.divf %a, %s : f32
    %3 = arith.subf %1, %2 : f32
    %4 = arith.mulf %3, %b : f32
    neo.yield %4 : f32
  }
  %d = neo.compute [i: 4, j: 8] %m[i], %p[i]
     : (tensor<4xf32>, tensor<4xi64>) -> tensor<4x8xf32> {
  ^bb0(%a: f32, %b: i64):
    %zero = arith.constant 0.0 : f32
    %j = neo.index 1 : index
    %0 = arith.index_cast %j : index to i64
    %1 = arith.cmpi eq, %b, %0 : i64
    %2 = arith.select %1, %a, %zero : f32
    neo.yield %2 : f32
  }
  return %d : tensor<4x8xf32>
}
