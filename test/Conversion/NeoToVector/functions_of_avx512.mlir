// RUN: neo-opt %s --neo-to-vector | FileCheck %s

// Whole vectors look coefficients up, and nothing is divided.

module attributes {neo.target = "avx512"} {
// CHECK-LABEL: func.func private @f_kernel0
// CHECK-NOT: arith.divf
// CHECK: llvm.x86.avx512.vpermi2var.ps.512
func.func @f(%x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = neo.compute [i: 64] %x[i] : (tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    %r = math.tanh %a : f32
    neo.yield %r : f32
  }
  return %0 : tensor<64xf32>
}
}
