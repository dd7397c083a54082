// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// Halves are summed as f32 and rounded once; a maximum needs no more digits.

func.func @f(%x: tensor<32x64xf16>) -> (tensor<64xf16>, tensor<64xf16>) {
  %0 = neo.compute [j: 64] sum [k: 32] %x[k, j]
     : (tensor<32x64xf16>) -> tensor<64xf16> {
  ^bb0(%a: f16):
    neo.yield %a : f16
  }
  %1 = neo.compute [j: 64] max [k: 32] %x[k, j]
     : (tensor<32x64xf16>) -> tensor<64xf16> {
  ^bb0(%a: f16):
    neo.yield %a : f16
  }
  return %0, %1 : tensor<64xf16>, tensor<64xf16>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK:         %[[WIDE:.*]] = arith.extf %{{.*}} : vector<{{[0-9]+}}xf16> to vector<{{[0-9]+}}xf32>
// CHECK:         arith.addf %{{.*}}, %[[WIDE]] : vector<{{[0-9]+}}xf32>
// CHECK:         arith.truncf
// CHECK-LABEL: func.func private @f_kernel1(
// CHECK-NOT:     arith.extf
// CHECK:         arith.maximumf {{.*}}xf16>
