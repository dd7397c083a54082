// RUN: env NEO_TARGET=avx2 neo-opt %s --neo-narrow --neo-to-vector | FileCheck %s
// RUN: env NEO_TARGET=avx512 neo-opt %s --neo-narrow --neo-to-vector | FileCheck %s --check-prefix=WIDE

// Pairs of i16 are multiplied and summed by one instruction, and added by another.
// Bytes that are contiguous in memory are one load, and extended.

// CHECK-LABEL: func.func private @f_kernel0
// CHECK: %[[BYTES:.*]] = vector.load {{.*}} : memref<4096xi8>, vector<16xi8>
// CHECK: %[[SHORTS:.*]] = arith.extsi %[[BYTES]] : vector<16xi8> to vector<16xi16>
// CHECK: vector.bitcast %[[SHORTS]] : vector<16xi16> to vector<8xi32>
// CHECK-LABEL: func.func private @f_kernel2
// CHECK: %[[A:.*]] = vector.bitcast {{.*}} : vector<8xi32> to vector<16xi16>
// CHECK: %[[B:.*]] = vector.bitcast {{.*}} : vector<8xi32> to vector<16xi16>
// CHECK: %[[P:.*]] = llvm.call_intrinsic "llvm.x86.avx2.pmadd.wd"(%[[A]], %[[B]])
// CHECK: arith.addi %{{.*}}, %[[P]] : vector<8xi32>
// WIDE: llvm.call_intrinsic "llvm.x86.avx512.pmaddw.d.512"
// WIDE-SAME: (vector<32xi16>, vector<32xi16>) -> vector<16xi32>
func.func @f(%A: tensor<64x64xi8>, %B: tensor<64x64xi8>) -> tensor<64x64xi32> {
  %C = neo.compute [i: 64, j: 64] sum [k: 64] %A[i, k], %B[k, j]
     : (tensor<64x64xi8>, tensor<64x64xi8>) -> tensor<64x64xi32> {
  ^bb0(%a: i8, %b: i8):
    %x = arith.extsi %a : i8 to i32
    %y = arith.extsi %b : i8 to i32
    %0 = arith.muli %x, %y : i32
    neo.yield %0 : i32
  }
  return %C : tensor<64x64xi32>
}
