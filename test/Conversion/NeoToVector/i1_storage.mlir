// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// Booleans lie in memory as bytes.

func.func @f(%x: tensor<64xi1>, %y: tensor<64xi1>) -> tensor<64xi1> {
  %0 = neo.compute [i: 64] %x[i], %y[i]
     : (tensor<64xi1>, tensor<64xi1>) -> tensor<64xi1> {
  ^bb0(%a: i1, %b: i1):
    %c = arith.andi %a, %b : i1
    neo.yield %c : i1
  }
  return %0 : tensor<64xi1>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK-SAME:    memref<64xi8>
// CHECK:         %[[BYTES:.*]] = vector.load
// CHECK-NEXT:    arith.cmpi ne, %[[BYTES]],
// CHECK:         %[[AND:.*]] = arith.andi
// CHECK:         %[[STORED:.*]] = arith.extui %[[AND]]
// CHECK:         vector.store %[[STORED]]
