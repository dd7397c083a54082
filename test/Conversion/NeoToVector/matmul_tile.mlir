// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// Accumulators are carried through the loop over k: a column vector of %B is
// read once for all rows of the tile, an element of %A for all its columns.

func.func @f(%A: tensor<64x32xf32>, %B: tensor<32x64xf32>) -> tensor<64x64xf32> {
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[k, j]
     : (tensor<64x32xf32>, tensor<32x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// CHECK-LABEL: func.func @f(
// CHECK:         neo.launch @f_kernel0(%{{.*}}, %{{.*}}) range {{[0-9]+}} grain
// CHECK:       func.func private @f_kernel0(
// CHECK-SAME:    %[[A:[^:]*]]: memref<2048xf32> {llvm.noalias}
// CHECK-SAME:    %[[B:[^:]*]]: memref<2048xf32>
// CHECK-SAME:    %[[C:[^:]*]]: memref<4096xf32>
// CHECK-SAME:    %[[BEGIN:[^:]*]]: index, %[[END:[^:]*]]: index)
// CHECK-SAME:    neo.kernel
// CHECK-SAME:    neo.schedule = "vector [j:
// CHECK:         scf.for %{{.*}} = %[[BEGIN]] to %[[END]]
// CHECK:           scf.for {{.*}} iter_args(
// CHECK:             vector.broadcast %{{.*}} : f32 to vector<
// CHECK:             vector.load %[[B]]
// CHECK:             vector.fma
// CHECK:             scf.yield
// CHECK:           vector.store %{{.*}}, %[[C]]
