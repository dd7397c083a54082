// RUN: neo-opt %s --neo-narrow | FileCheck %s
// RUN: neo-run %s --check-pipeline="builtin.module(func.func(neo-narrow))"

// Two steps of k lie in a word of 32 bits; the last word lacks one.

// CHECK: neo.compute [{{.*}}: 32, {{.*}}: 33] %arg0[i0, 2 * i1]
// CHECK: neo.compute [{{.*}}: 33, {{.*}}: 32] %arg1[2 * i0, i1]
// CHECK: %[[C:.*]] = neo.compute [i: 32, j: 32] sum [k: 33]
// CHECK-SAME: (tensor<32x33xi32>, tensor<33x32xi32>) -> tensor<32x32xf32>
// CHECK: return %[[C]]
module attributes {neo.target = "avx512-bf16"} {
func.func @f(%A: tensor<32x65xbf16>, %B: tensor<65x32xbf16>) -> tensor<32x32xf32> {
  %C = neo.compute [i: 32, j: 32] sum [k: 65] %A[i, k], %B[k, j]
     : (tensor<32x65xbf16>, tensor<65x32xbf16>) -> tensor<32x32xf32> {
  ^bb0(%a: bf16, %b: bf16):
    %x = arith.extf %a : bf16 to f32
    %y = arith.extf %b : bf16 to f32
    %0 = arith.mulf %x, %y : f32
    neo.yield %0 : f32
  }
  return %C : tensor<32x32xf32>
}
}
