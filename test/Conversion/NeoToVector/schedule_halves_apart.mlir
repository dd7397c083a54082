// RUN: env NEO_TARGET=avx512 neo-opt --neo-schedule %s | FileCheck %s

// Lanes along k are stored 16 elements apart. Squares of f32 are transposed in registers,
// halves and bytes are extracted one by one, 32 instructions for each vector: a tile of 64
// vectors would be too long.

// CHECK-LABEL: func.func @halves
// CHECK:         neo.schedule = "vector [k: 16] tile [i: 16] order
// CHECK-LABEL: func.func @bytes
// CHECK:         neo.schedule = "vector [k: 16] tile [i: 16] order
// CHECK-LABEL: func.func @singles
// CHECK:         neo.schedule = "vector [k: 16] tile [k: 4, i: 16] order

func.func @halves(%a: tensor<16x24x7xf16>, %b: tensor<16x6xf16>) -> tensor<6x61x16xf16> {
  %0 = neo.compute [j: 6, k: 61, i: 16]
         %a[i, 2 * j + ((k + 3 * i + 11) floordiv 8) - 3, i mod 7]
           if (2 * j + ((k + 3 * i + 11) floordiv 8) - 3 >= 0,
               2 * j + ((k + 3 * i + 11) floordiv 8) < 27) else 5.000000e-01,
         %b[i, j] : (tensor<16x24x7xf16>, tensor<16x6xf16>) -> tensor<6x61x16xf16> {
  ^bb0(%x: f16, %y: f16):
    %1 = arith.addf %x, %y : f16
    neo.yield %1 : f16
  }
  return %0 : tensor<6x61x16xf16>
}

func.func @bytes(%a: tensor<16x24x7xi8>, %b: tensor<16x6xi8>) -> tensor<6x61x16xi8> {
  %0 = neo.compute [j: 6, k: 61, i: 16]
         %a[i, 2 * j + ((k + 3 * i + 11) floordiv 8) - 3, i mod 7]
           if (2 * j + ((k + 3 * i + 11) floordiv 8) - 3 >= 0,
               2 * j + ((k + 3 * i + 11) floordiv 8) < 27) else 5,
         %b[i, j] : (tensor<16x24x7xi8>, tensor<16x6xi8>) -> tensor<6x61x16xi8> {
  ^bb0(%x: i8, %y: i8):
    %1 = arith.addi %x, %y : i8
    neo.yield %1 : i8
  }
  return %0 : tensor<6x61x16xi8>
}

func.func @singles(%a: tensor<16x24x7xf32>, %b: tensor<16x6xf32>) -> tensor<6x61x16xf32> {
  %0 = neo.compute [j: 6, k: 61, i: 16]
         %a[i, 2 * j + ((k + 3 * i + 11) floordiv 8) - 3, i mod 7]
           if (2 * j + ((k + 3 * i + 11) floordiv 8) - 3 >= 0,
               2 * j + ((k + 3 * i + 11) floordiv 8) < 27) else 5.000000e-01,
         %b[i, j] : (tensor<16x24x7xf32>, tensor<16x6xf32>) -> tensor<6x61x16xf32> {
  ^bb0(%x: f32, %y: f32):
    %1 = arith.addf %x, %y : f32
    neo.yield %1 : f32
  }
  return %0 : tensor<6x61x16xf32>
}
