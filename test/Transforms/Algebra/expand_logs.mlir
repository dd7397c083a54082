// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-expand-logs{explain}),canonicalize)' 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS < %t
// RUN: neo-run %s --check-pipeline='builtin.module(func.func(neo-expand-logs))' --rtol=1e-5

// The operators between an exponential and the logarithm of its quotient are
// read through; what else reads them keeps them.

// SAYS:     remark: the logarithm of a product with an exponential is the exponent, and the logarithm of the rest
// SAYS-NOT: remark

// CHECK-LABEL: func.func @softmax(
// CHECK:         %[[P:.*]] = neo.compute [i: 4, j: 8] %{{.*}}[i, j], %{{.*}}[i]
// CHECK:           arith.divf
// CHECK:         neo.compute [i: 4, j: 8]
// CHECK-NOT:       math.exp
// CHECK:           %[[L:.*]] = math.log
// CHECK-NEXT:      arith.subf %{{.*}}, %[[L]]
// CHECK:         return %[[P]]
func.func @softmax(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %e = neo.compute [i: 4, j: 8] %x[i, j]
     : (tensor<4x8xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: f32):
    %0 = math.exp %a : f32
    neo.yield %0 : f32
  }
  %s = neo.compute [i: 4] sum [j: 8] %e[i, j]
     : (tensor<4x8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %p = neo.compute [i: 4, j: 8] %e[i, j], %s[i]
     : (tensor<4x8xf32>, tensor<4xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.divf %a, %b : f32
    neo.yield %0 : f32
  }
  %l = neo.compute [i: 4, j: 8] %p[i, j]
     : (tensor<4x8xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: f32):
    %0 = math.log %a : f32
    neo.yield %0 : f32
  }
  return %p, %l : tensor<4x8xf32>, tensor<4x8xf32>
}
