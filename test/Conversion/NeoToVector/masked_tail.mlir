// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// Of 21 elements the last vector holds a part: its other lanes touch nothing.

func.func @f(%x: tensor<21xf32>) -> tensor<21xf32> {
  %0 = neo.compute [i: 21] %x[i] : (tensor<21xf32>) -> tensor<21xf32> {
  ^bb0(%a: f32):
    %n = arith.negf %a : f32
    neo.yield %n : f32
  }
  return %0 : tensor<21xf32>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK-SAME:    %[[X:[^:]*]]: memref<21xf32> {llvm.noalias}, %[[Y:[^:]*]]: memref
// CHECK:         %[[MASK:.*]] = arith.constant dense<[true, {{.*}}false]>
// CHECK:         vector.load %[[X]]
// CHECK:         vector.maskedload %[[X]][%{{.*}}], %[[MASK]]
// CHECK:         vector.store %{{.*}}, %[[Y]]
// CHECK:         vector.maskedstore %[[Y]][%{{.*}}], %[[MASK]]
