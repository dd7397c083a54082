// RUN: env NEO_TARGET=avx512 neo-opt --convert-neo-to-vector %s | FileCheck %s

// Where the guard of the term fails, it is the identity of the reduction.

func.func @f(%x: tensor<32x64xf32>) -> tensor<64xf32> {
  %0 = neo.compute [j: 64] max [k: 32] %x[k, j] where (k <= j)
     : (tensor<32x64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<64xf32>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK:         %[[LOWEST:.*]] = arith.constant dense<0xFF800000> : vector<
// CHECK:         %[[X:.*]] = vector.load
// CHECK:         %[[HOLDS:.*]] = arith.cmpi sge
// CHECK:         %[[TERM:.*]] = arith.select %[[HOLDS]], %[[X]], %[[LOWEST]]
// CHECK:         arith.maximumf %[[TERM]], %{{.*}}
