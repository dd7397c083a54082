// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-share-values))' | FileCheck %s

// Equal values are replaced by earlier ones: sums wherever these dominate, loads as
// long as nothing is stored, here or in a loop.

// CHECK-LABEL: func.func @f(
// CHECK-NEXT:    %[[I:.*]] = arith.addi
// CHECK-NEXT:    %[[A:.*]] = memref.load %arg0[%[[I]]]
// CHECK-NEXT:    %[[S:.*]] = arith.addf %[[A]], %[[A]]
// CHECK-NEXT:    memref.store %[[S]], %arg1[%[[I]]]
// CHECK-NEXT:    %[[B:.*]] = memref.load %arg0[%[[I]]]
// CHECK:         scf.for
// CHECK-NEXT:      memref.store %[[B]], %arg1[%[[I]]]
// CHECK:         %[[C:.*]] = memref.load %arg0[%[[I]]]
// CHECK-NEXT:    return %[[C]]
func.func @f(%a: memref<8xf32>, %b: memref<8xf32>, %i: index) -> f32 {
  %0 = arith.addi %i, %i : index
  %1 = arith.addi %i, %i : index
  %2 = memref.load %a[%0] : memref<8xf32>
  %3 = memref.load %a[%1] : memref<8xf32>
  %4 = arith.addf %2, %3 : f32
  memref.store %4, %b[%1] : memref<8xf32>
  %5 = memref.load %a[%1] : memref<8xf32>
  scf.for %j = %i to %0 step %i {
    %6 = arith.addi %i, %i : index
    memref.store %5, %b[%6] : memref<8xf32>
  }
  %7 = memref.load %a[%0] : memref<8xf32>
  return %7 : f32
}
