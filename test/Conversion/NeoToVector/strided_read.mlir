// RUN: neo-opt --neo-to-vector %s | FileCheck %s

// Every other element: two vectors of neighbours and one shuffle. The last
// element of the second is behind the last lane and not read.

func.func @f(%x: tensor<128xf32>) -> tensor<64xf32> {
  %0 = neo.compute [i: 64] %x[2 * i] : (tensor<128xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    %n = arith.negf %a : f32
    neo.yield %n : f32
  }
  return %0 : tensor<64xf32>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK-SAME:    %[[X:[^:]*]]: memref<128xf32> {llvm.noalias}
// CHECK-SAME:    neo.schedule = "vector [i: 16]
// CHECK-DAG:     %[[MASK:.*]] = arith.constant dense<[true, {{.*}}true, false]>
// CHECK:         %[[LOW:.*]] = vector.load %[[X]]
// CHECK:         %[[HIGH:.*]] = vector.maskedload %[[X]][%{{.*}}], %[[MASK]]
// CHECK:         vector.shuffle %[[LOW]], %[[HIGH]] [0, 2, 4, 6, 8, 10, 12, 14, 16, 18,
