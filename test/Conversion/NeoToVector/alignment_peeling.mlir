// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// Rows of 1001 numbers begin anywhere in a cache line. What lies before the first line is
// stored under a mask, lines by streaming stores, what lies behind the last line under a
// mask, shifted to its beginning. The line that two rows share is prefetched.

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK:         %[[BEGIN:.*]] = affine.apply
// CHECK:         memref.prefetch %{{.*}}, write
// CHECK:         memref.extract_aligned_pointer_as_index
// CHECK:         %[[PLACE:.*]] = arith.addi %{{.*}}, %[[BEGIN]]
// CHECK:         %[[BEFORE:.*]] = arith.subi %{{.*}}, %[[PLACE]]
// CHECK:         %[[HEAD:.*]] = arith.andi %[[BEFORE]], %c15
// CHECK:         %[[FIRST:.*]] = vector.create_mask %[[HEAD]]
// CHECK:         vector.maskedstore {{.*}}, %[[FIRST]]
// CHECK:         scf.for {{.*}} = %[[HEAD]] to
// CHECK:           vector.store {{.*}}nontemporal = true
// CHECK:         scf.for
// CHECK:           vector.store {{.*}}nontemporal = true
// CHECK:         vector.maskedstore
// CHECK:         return

func.func @f(%x: tensor<4096x1001xf32>, %b: tensor<1001xf32>) -> tensor<4096x1001xf32> {
  %0 = neo.compute [i: 4096, j: 1001] %x[i, j], %b[j]
     : (tensor<4096x1001xf32>, tensor<1001xf32>) -> tensor<4096x1001xf32> {
  ^bb0(%p: f32, %q: f32):
    %s = arith.addf %p, %q : f32
    neo.yield %s : f32
  }
  return %0 : tensor<4096x1001xf32>
}
