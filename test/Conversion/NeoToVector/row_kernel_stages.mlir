// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-group),neo-to-vector)' | FileCheck %s

// The mean of row r, the squares of row r - 1 and the quotients of row r - 2
// are pipelined, two rows of each; numbers of a row are carried to its next stage.
// What is stored comes last.

module attributes {neo.target = "avx512"} {
func.func @norm(%x: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %s = neo.compute [i: 64] sum [j: 256] %x[i, j]
     : (tensor<64x256xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %v = neo.compute [i: 64] sum [j: 256] %x[i, j], %s[i]
     : (tensor<64x256xf32>, tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.subf %a, %b : f32
    %1 = arith.mulf %0, %0 : f32
    neo.yield %1 : f32
  }
  %y = neo.compute [i: 64, j: 256] %x[i, j], %s[i], %v[i]
     : (tensor<64x256xf32>, tensor<64xf32>, tensor<64xf32>)
       -> tensor<64x256xf32> {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.subf %a, %b : f32
    %1 = arith.mulf %0, %c : f32
    neo.yield %1 : f32
  }
  return %y : tensor<64x256xf32>
}
}

// CHECK-LABEL: func.func private @norm_kernel0(
// CHECK-SAME:      %[[FROM:[a-z0-9]+]]: index, %[[TO:[a-z0-9]+]]: index
// CHECK:         %[[END:.*]] = arith.addi %[[TO]], %c2
// CHECK:         scf.for %[[STEP:.*]] = %[[FROM]] to %[[END]]
// CHECK:           scf.if
// CHECK-DAG:         arith.subi %[[STEP]], %c2
// CHECK-DAG:         arith.subi %[[STEP]], %c1
// CHECK:             scf.for
// CHECK-NOT:           vector.store
// CHECK:               arith.mulf
// CHECK:               vector.fma
// CHECK:               arith.addf
// CHECK:               llvm.inline_asm
// CHECK-COUNT-4:       vector.store
// CHECK-NOT:           vector.load
// CHECK:               scf.yield
// CHECK-COUNT-4:     vector.reduction <add>
// CHECK:           } else {
// CHECK:             scf.if
// CHECK:             scf.if
// CHECK:             scf.if
