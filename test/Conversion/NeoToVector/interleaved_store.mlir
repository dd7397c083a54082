// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// Even and odd elements of the result come from operands of their own. A tile
// has a vector of each, and they leave interleaved, the last eight masked.

func.func @f(%e: tensor<9x20xf32>, %o: tensor<9x20xf32>) -> tensor<9x40xf32> {
  %0 = neo.compute [i: 9, j: 40]
         %e[i, j floordiv 2] if (j mod 2 == 0) else 0.0,
         %o[i, j floordiv 2] if (j mod 2 == 1) else 0.0
     : (tensor<9x20xf32>, tensor<9x20xf32>) -> tensor<9x40xf32> {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    neo.yield %s : f32
  }
  return %0 : tensor<9x40xf32>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK-SAME:    %[[Y:[^:]*]]: memref<360xf32> {llvm.noalias}, %{{[^:]*}}: index
// CHECK-SAME:    neo.schedule = "vector [i_j_outer: 16] tile [j_inner: 2]
// CHECK:         %[[E:.*]] = vector.load
// CHECK:         %[[A:.*]] = arith.addf %[[E]], %{{.*}} : vector<16xf32>
// CHECK:         %[[O:.*]] = vector.load
// CHECK:         %[[B:.*]] = arith.addf %[[O]], %{{.*}} : vector<16xf32>
// CHECK:         vector.shuffle %[[A]], %[[B]] [0, 16, 1, 17, 2, 18, 3, 19,
// CHECK:         vector.store %{{.*}}, %[[Y]]
// CHECK:         vector.shuffle %[[A]], %[[B]] [8, 24, 9, 25,
// CHECK:         vector.store %{{.*}}, %[[Y]]
// CHECK-NOT:     memref.store
// CHECK:         vector.maskedstore %{{.*}}[
