// RUN: neo-opt %s --neo-narrow --neo-to-vector | FileCheck %s

// Packed operands that are contiguous in memory are one load; a packed dot product
// is one instruction.

module attributes {neo.target = "avx512-bf16"} {
// CHECK-LABEL: func.func private @f_kernel0
// CHECK: vector.load {{.*}} : memref<4096xbf16>, vector<32xbf16>
// CHECK-NEXT: vector.bitcast {{.*}} : vector<32xbf16> to vector<16xi32>
// CHECK-LABEL: func.func private @f_kernel2
// CHECK: llvm.x86.avx512bf16.dpbf16ps.512
func.func @f(%A: tensor<64x64xbf16>, %B: tensor<64x64xbf16>) -> tensor<64x64xf32> {
  %C = neo.compute [i: 64, j: 64] sum [k: 64] %A[i, k], %B[k, j]
     : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xf32> {
  ^bb0(%a: bf16, %b: bf16):
    %x = arith.extf %a : bf16 to f32
    %y = arith.extf %b : bf16 to f32
    %0 = arith.mulf %x, %y : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}
}
