// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-stable-forms{explain}),canonicalize)' 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS < %t
// RUN: neo-run %s --check-pipeline='builtin.module(func.func(neo-stable-forms))' --rtol=1e-4 --entry=term

// SAYS: remark: one term of what is summed cancels: it is left out
// SAYS: remark: the terms of this sum cancel: it is zero

// A row minus its mean has the sum 0, beside what else is summed.

// CHECK-LABEL: func.func @term(
// CHECK:         sum [j: 8]
// CHECK:         sum [j: 8]
// CHECK-NOT:       arith.addf
// CHECK:           %[[N:.*]] = arith.negf %{{.*}} : f32
// CHECK-NEXT:      neo.yield %[[N]]
func.func @term(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4xf32> {
  %s = neo.compute [i: 4] sum [j: 8] %x[i, j]
     : (tensor<4x8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %r = neo.compute [i: 4] sum [j: 8] %x[i, j], %s[i], %y[i, j]
     : (tensor<4x8xf32>, tensor<4xf32>, tensor<4x8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %n = arith.constant 0.125 : f32
    %0 = arith.mulf %b, %n : f32
    %1 = arith.subf %a, %0 : f32
    %2 = arith.addf %c, %1 : f32
    %3 = arith.negf %2 : f32
    neo.yield %3 : f32
  }
  %p = neo.compute [i: 4] %s[i], %r[i]
     : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %p : tensor<4xf32>
}

// Two sums are 0 together: the one divides by a sum that it multiplies by.

// CHECK-LABEL: func.func @sums(
// CHECK-NOT:     neo.compute
// CHECK:         %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK-NEXT:    return %[[ZERO]]
func.func @sums(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4xf32> {
  %s = neo.compute [i: 4] sum [j: 8] %x[i, j]
     : (tensor<4x8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %t = neo.compute [i: 4] sum [j: 8] %y[i, j]
     : (tensor<4x8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %u = neo.compute [i: 4] sum [j: 8] %x[i, j], %s[i], %t[i]
     : (tensor<4x8xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.divf %c, %b : f32
    %1 = arith.mulf %a, %0 : f32
    neo.yield %1 : f32
  }
  %r = neo.compute [i: 4] %u[i], %t[i]
     : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.subf %a, %b : f32
    neo.yield %0 : f32
  }
  return %r : tensor<4xf32>
}
