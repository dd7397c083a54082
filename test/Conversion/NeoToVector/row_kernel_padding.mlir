// RUN: env NEO_TARGET=avx512 neo-opt %s --pass-pipeline='builtin.module(func.func(neo-group),neo-to-vector)' | FileCheck %s

// The exponentials of a row of 20 end in the middle of a vector. What lies behind
// is divided, too, and must not be denormal: it is cleared, once for all rows.

// CHECK-LABEL: func.func private @softmax_kernel0
// CHECK-DAG: %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : vector<44xf32>
// CHECK-DAG: %[[ROW:.*]] = memref.alloca() {alignment = 64 : i64} : memref<64xf32>
// CHECK: vector.store %[[ZEROS]], %[[ROW]][%c20{{.*}}] : memref<64xf32>, vector<44xf32>
// CHECK: scf.for
func.func @softmax(%x: tensor<5x20xf32>) -> tensor<5x20xf32> {
  %e = neo.compute [r: 5, c: 20] %x[r, c]
     : (tensor<5x20xf32>) -> tensor<5x20xf32> {
  ^bb0(%a: f32):
    %1 = math.exp %a : f32
    neo.yield %1 : f32
  }
  %s = neo.compute [i: 5] sum [j: 20] %e[i, j]
     : (tensor<5x20xf32>) -> tensor<5xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %y = neo.compute [i: 5, j: 20] %e[i, j], %s[i]
     : (tensor<5x20xf32>, tensor<5xf32>) -> tensor<5x20xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.divf %a, %b : f32
    neo.yield %0 : f32
  }
  return %y : tensor<5x20xf32>
}
