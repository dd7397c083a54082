// RUN: neo-opt %s --neo-to-vector | FileCheck %s

// 1 + erf(x) needs no care near 0; erf(x) alone chooses what its polynomial is
// a correction of.

module attributes {neo.target = "avx512"} {
// CHECK-LABEL: func.func private @sum_kernel0(
// CHECK:         math.copysign
// CHECK-NOT:     arith.cmpf olt
func.func @sum(%x: tensor<16xf32>) -> tensor<16xf32> {
  %0 = neo.compute [i: 16] %x[i] : (tensor<16xf32>) -> tensor<16xf32> {
  ^bb0(%a: f32):
    %one = arith.constant 1.0 : f32
    %e = math.erf %a : f32
    %r = arith.addf %e, %one : f32
    neo.yield %r : f32
  }
  return %0 : tensor<16xf32>
}

// CHECK-LABEL: func.func private @alone_kernel1(
// CHECK:         arith.cmpf olt
func.func @alone(%x: tensor<16xf32>) -> tensor<16xf32> {
  %0 = neo.compute [i: 16] %x[i] : (tensor<16xf32>) -> tensor<16xf32> {
  ^bb0(%a: f32):
    %half = arith.constant 0.5 : f32
    %e = math.erf %a : f32
    %r = arith.addf %e, %half : f32
    neo.yield %r : f32
  }
  return %0 : tensor<16xf32>
}
}
