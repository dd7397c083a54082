// RUN: neo-opt --neo-to-vector %s | FileCheck %s

// Lines of X are read as they lie, wherever it begins: two masks for each line
// between two vectors, by how many words X is past a line, choose from three
// rows, and a permutation cuts a vector out of two lines. Neighbours share them:
// beside the first pixel, which reads for itself, 10 vectors take 11 lines. What
// lies beside the last line of X is read in vectors.

module attributes {neo.target = "avx512"} {
func.func @f(%X: tensor<64x64x32xf32>) -> tensor<64x64x32xf32> {
  %Y = neo.compute [p: 64, q: 64, c: 32]
         %X[p + (c mod 9) floordiv 3 - 1, q + c mod 3 - 1, c]
           if (p + (c mod 9) floordiv 3 - 1 >= 0,
               p + (c mod 9) floordiv 3 - 1 < 64,
               q + c mod 3 - 1 >= 0, q + c mod 3 - 1 < 64) else 0.0
         {neo.schedule = "vector [c: 16] tile [q: 4, c: 2] order [q, c, p]"}
     : (tensor<64x64x32xf32>) -> tensor<64x64x32xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  return %Y : tensor<64x64x32xf32>
}
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<131072xf32>
// CHECK:         memref.extract_aligned_pointer_as_index %[[X]]
// CHECK:         %[[PAST:.*]] = arith.remui {{.*}}, %c64
// CHECK-NOT:     scf.if
// CHECK:         %[[WORDS:.*]] = arith.index_cast {{.*}} : index to i32
// CHECK:         %[[ORDER:.*]] = arith.addi {{.*}} : vector<16xi32>
// CHECK:         %[[BEFORE:.*]] = arith.subi %c16_i32, %[[WORDS]] : i32
// CHECK:         arith.shrui {{.*}}, %[[BEFORE]] : i32
// CHECK:         scf.for
// CHECK:           scf.for {{.*}} = %c1 to %c63 step %c1
// CHECK:             vector.load %[[X]]
// CHECK-COUNT-4:     call_intrinsic "llvm.x86.avx512.pternlog.d.512"
// CHECK-NEXT:        call_intrinsic "llvm.x86.avx512.vpermi2var.d.512"({{.*}}, %[[ORDER]], {{.*}})
// CHECK-COUNT-18:    call_intrinsic "llvm.x86.avx512.pternlog.d.512"
// CHECK-NEXT:        call_intrinsic "llvm.x86.avx512.vpermi2var.d.512"
// CHECK-NOT:         call_intrinsic
// CHECK:             vector.store
// CHECK-NEXT:      }
// CHECK:         return
