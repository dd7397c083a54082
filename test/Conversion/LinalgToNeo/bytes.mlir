// RUN: neo-opt --convert-linalg-to-neo %s | FileCheck %s
// RUN: neo-opt --convert-linalg-to-neo --convert-neo-to-linalg --convert-linalg-to-neo %s | FileCheck %s
// Bytes are raised, and a product of them whose sums have more bits.

// CHECK-LABEL: func.func @product
// CHECK: neo.compute [i0: 4, i1: 5] sum [r0: 3] %{{.*}}[i0, r0], %{{.*}}[r0, i1]
// CHECK: arith.extsi %{{.*}} : i8 to i32
func.func @product(%x: tensor<4x3xi8>, %y: tensor<3x5xi8>) -> tensor<4x5xi32> {
  %zero = arith.constant dense<0> : tensor<4x5xi32>
  %0 = linalg.matmul ins(%x, %y : tensor<4x3xi8>, tensor<3x5xi8>)
                     outs(%zero : tensor<4x5xi32>) -> tensor<4x5xi32>
  return %0 : tensor<4x5xi32>
}

// CHECK-LABEL: func.func @sum
// CHECK: neo.compute [i0: 4]
// CHECK: arith.addi %{{.*}} : i8
func.func @sum(%x: tensor<4xi8>) -> tensor<4xi8> {
  %0 = arith.addi %x, %x : tensor<4xi8>
  return %0 : tensor<4xi8>
}
