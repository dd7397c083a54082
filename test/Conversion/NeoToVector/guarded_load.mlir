// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// A guard over the lanes is the mask of the load, and the pad what it passes
// through.

func.func @f(%x: tensor<640xf32>) -> tensor<9x640xf32> {
  %0 = neo.compute [j: 9, i: 640] %x[i - j] if (i - j >= 0) else 2.5
     : (tensor<640xf32>) -> tensor<9x640xf32> {
  ^bb0(%a: f32):
    %n = arith.negf %a : f32
    neo.yield %n : f32
  }
  return %0 : tensor<9x640xf32>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK:         %[[PAD:.*]] = arith.constant dense<2.500000e+00>
// CHECK:         %[[MASK:.*]] = arith.cmpi sge, %{{.*}}, %{{.*}} : vector<{{.*}}xi32>
// CHECK:         vector.maskedload %{{.*}}[%{{.*}}], %[[MASK]], %[[PAD]]
// CHECK:         arith.negf
