// RUN: env NEO_TARGET=avx2 neo-opt %s --neo-narrow | FileCheck %s
// RUN: env NEO_TARGET=avx512 neo-opt %s --neo-narrow | FileCheck %s
// RUN: env NEO_TARGET=avx2 neo-run %s --entry=mixed --check-pipeline="builtin.module(func.func(neo-narrow))"
// RUN: env NEO_TARGET=avx2 neo-run %s --entry=odd --check-pipeline="builtin.module(func.func(neo-narrow))"
// RUN: env NEO_TARGET=avx512-bf16 neo-opt %s --neo-narrow | FileCheck %s --check-prefix=BYTES
// RUN: env NEO_TARGET=neon neo-opt %s --neo-narrow | FileCheck %s --check-prefix=NONE

// Bytes of either sign are pairs of i16, where no instruction multiplies bytes.

// CHECK-LABEL: func.func @mixed
// CHECK:       %[[A:.*]] = neo.compute [i0: 32, i1: 32] %arg0[i0, 2 * i1], %arg0[i0, 2 * i1 + 1]
// CHECK:       arith.extui %{{.*}} : i8 to i16
// CHECK:       %[[B:.*]] = neo.compute [i0: 32, i1: 24] %arg1
// CHECK:       arith.extsi %{{.*}} : i8 to i16
// CHECK:       neo.compute [i: 32, j: 24] sum [k: 32] %[[A]][i, k], %[[B]][k, j]
// CHECK-COUNT-4: arith.shrsi
// CHECK-NOT:   neo.compute
// CHECK:       return
// BYTES-LABEL: func.func @mixed
// BYTES:       sum [k: 16]
// NONE-LABEL:  func.func @mixed
// NONE:        sum [k: 64] {{.*}}xf32>
func.func @mixed(%A: tensor<32x64xi8>, %B: tensor<64x24xi8>) -> tensor<32x24xi32> {
  %C = neo.compute [i: 32, j: 24] sum [k: 64] %A[i, k], %B[k, j]
     : (tensor<32x64xi8>, tensor<64x24xi8>) -> tensor<32x24xi32> {
  ^bb0(%a: i8, %b: i8):
    %x = arith.extui %a : i8 to i32
    %y = arith.extsi %b : i8 to i32
    %0 = arith.muli %x, %y : i32
    neo.yield %0 : i32
  }
  return %C : tensor<32x24xi32>
}

// The part that a last pair lacks is 0.

// CHECK-LABEL: func.func @odd
// CHECK:       neo.compute [i0: 3, i1: 18, i2: 18] %arg0[2 * i0, i1, i2] if {{.*}} else 0
// CHECK:       sum [c: 3, r: 3, s: 3]
func.func @odd(%X: tensor<5x18x18xi8>, %W: tensor<32x5x3x3xi8>)
    -> tensor<32x16x16xi32> {
  %C = neo.compute [k: 32, p: 16, q: 16] sum [c: 5, r: 3, s: 3]
       %X[c, p + r, q + s], %W[k, c, r, s]
     : (tensor<5x18x18xi8>, tensor<32x5x3x3xi8>) -> tensor<32x16x16xi32> {
  ^bb0(%a: i8, %b: i8):
    %x = arith.extui %a : i8 to i32
    %y = arith.extui %b : i8 to i32
    %0 = arith.muli %x, %y : i32
    neo.yield %0 : i32
  }
  return %C : tensor<32x16x16xi32>
}
