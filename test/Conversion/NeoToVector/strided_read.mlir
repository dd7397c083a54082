// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// Every other element: two vectors of neighbours and one shuffle. The buffer
// ends with the last lane, and nothing is read behind it.

func.func @f(%x: tensor<31xf32>) -> tensor<16xf32> {
  %0 = neo.compute [i: 16] %x[2 * i] : (tensor<31xf32>) -> tensor<16xf32> {
  ^bb0(%a: f32):
    %n = arith.negf %a : f32
    neo.yield %n : f32
  }
  return %0 : tensor<16xf32>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK-SAME:    %[[X:[^:]*]]: memref<31xf32> {llvm.noalias}
// CHECK-SAME:    neo.schedule = "vector [i: 16]
// CHECK-DAG:     %[[MASK:.*]] = arith.constant dense<[true, {{.*}}true, false]>
// CHECK:         %[[LOW:.*]] = vector.load %[[X]]
// CHECK:         %[[HIGH:.*]] = vector.maskedload %[[X]][%{{.*}}], %[[MASK]]
// CHECK:         vector.shuffle %[[LOW]], %[[HIGH]] [0, 2, 4, 6, 8, 10, 12, 14, 16, 18,

// Even and odd elements are picked from the same two vectors.

func.func @g(%x: tensor<32xf32>) -> tensor<16xf32> {
  %0 = neo.compute [i: 16] %x[2 * i], %x[2 * i + 1]
     : (tensor<32xf32>, tensor<32xf32>) -> tensor<16xf32> {
  ^bb0(%a: f32, %b: f32):
    %s = arith.subf %a, %b : f32
    neo.yield %s : f32
  }
  return %0 : tensor<16xf32>
}

// CHECK-LABEL: func.func private @g_kernel1(
// CHECK-DAG:     %[[START:.*]] = arith.constant 0 : index
// CHECK:         vector.load %{{.*}}[%[[START]]]
// CHECK:         vector.shuffle %{{.*}}, %{{.*}} [0, 2, 4, 6,
// CHECK:         vector.load %{{.*}}[%[[START]]]
// CHECK:         vector.shuffle %{{.*}}, %{{.*}} [1, 3, 5, 7,
