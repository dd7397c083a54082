// RUN: env NEO_TARGET=avx512 neo-opt --neo-explain %s 2>&1 | FileCheck %s

// One flag has every pass of neo-optimize say what it does with a program, at
// which cost, and why not.

// CHECK-DAG: remark: operand #1 stays a tensor: the producer reduces: its value is not one expression
// CHECK-DAG: remark: statements over [i, j] [i, k] become one kernel, which saves {{[0-9]+}} bytes and {{[0-9]+}} launches: {{[0-9.]+}} us
func.func @softmax(%x: tensor<512x1024xf32>) -> tensor<512x1024xf32> {
  %s = neo.compute [i: 512] sum [j: 1024] %x[i, j]
     : (tensor<512x1024xf32>) -> tensor<512xf32> {
  ^bb0(%a: f32):
    %e = math.exp %a : f32
    neo.yield %e : f32
  }
  %q = neo.compute [i: 512, k: 1024] %x[i, k], %s[i]
     : (tensor<512x1024xf32>, tensor<512xf32>) -> tensor<512x1024xf32> {
  ^bb0(%a: f32, %b: f32):
    %e = math.exp %a : f32
    %0 = arith.divf %e, %b : f32
    neo.yield %0 : f32
  }
  return %q : tensor<512x1024xf32>
}
