// RUN: neo-opt %s --neo-to-vector | FileCheck %s

// 40 rows are three registers of 16, of which the last begins at row 24; the
// second register of the columns begins at 4, and its last four are taken.

module attributes {neo.target = "amx"} {
// CHECK-LABEL: func.func private @f_kernel0
// CHECK-DAG: %[[ROWS:.*]] = arith.constant 16 : i16
// CHECK-DAG: %[[BYTES:.*]] = arith.constant 64 : i16
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
// CHECK-DAG: %[[EIGHT_ROWS:.*]] = arith.constant -256 : index
// CHECK: llvm.call_intrinsic "llvm.x86.tilezero.internal"(%[[ROWS]], %[[BYTES]])
// CHECK: %[[SUMS:.*]]:4 = scf.for
// CHECK: llvm.call_intrinsic "llvm.x86.tileloadd64.internal"(%[[ROWS]], %[[BYTES]]
// CHECK-COUNT-4: llvm.call_intrinsic "llvm.x86.tdpbf16ps.internal"
// CHECK: llvm.call_intrinsic "llvm.x86.tilestored64.internal"({{.*}}, %[[SUMS]]#0)
// CHECK: vector.load {{.*}} : memref<1040xf32>, vector<16xf32>
// The rows from 32 on are read eight rows, of 32 words, before them.
// CHECK: scf.for
// CHECK: %[[ROW:.*]] = affine.apply {{.*}}(%[[C32]], %{{.*}})
// CHECK-NEXT: arith.addi %[[ROW]], %[[EIGHT_ROWS]]
// CHECK-COUNT-2: llvm.call_intrinsic "llvm.x86.tdpbf16ps.internal"
func.func @f(%A: tensor<40x32xi32>, %B: tensor<32x20xi32>) -> tensor<40x20xbf16> {
  %C = neo.compute [i: 40, j: 20] sum [k: 32] %A[i, k], %B[k, j]
       {neo.schedule = "vector [j: 16] tile [i: 32, j: 2] matrix"}
     : (tensor<40x32xi32>, tensor<32x20xi32>) -> tensor<40x20xbf16> {
  ^bb0(%a: i32, %b: i32):
    %half = arith.constant 16 : i32
    %mask = arith.constant -65536 : i32
    %0 = arith.shli %a, %half : i32
    %1 = arith.bitcast %0 : i32 to f32
    %2 = arith.shli %b, %half : i32
    %3 = arith.bitcast %2 : i32 to f32
    %4 = arith.mulf %1, %3 : f32
    %5 = arith.andi %a, %mask : i32
    %6 = arith.bitcast %5 : i32 to f32
    %7 = arith.andi %b, %mask : i32
    %8 = arith.bitcast %7 : i32 to f32
    %9 = arith.mulf %6, %8 : f32
    %10 = arith.addf %4, %9 : f32
    %11 = arith.truncf %10 : f32 to bf16
    neo.yield %11 : bf16
  }
  return %C : tensor<40x20xbf16>
}
}
