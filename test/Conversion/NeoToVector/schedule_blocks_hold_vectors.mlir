// RUN: neo-opt --neo-schedule %s | FileCheck %s

// Blocks of the reduction are shortened where they do not stay in a cache until
// the next one reads them, but lanes along their loop still fill vectors.

// CHECK: neo.schedule = "vector [l: 8] tile [] order [j, q] parallel 1 block [l: 8]"
module attributes {neo.target = "avx512"} {
func.func @f(%a: tensor<35x32xf64>, %b: tensor<32x32x64x35xf64>) -> tensor<64x32xf64> {
  %0 = neo.compute [q: 64, j: 32] sum [m: 35, l: 32] %a[m, l], %b[j, l, q, m]
     : (tensor<35x32xf64>, tensor<32x32x64x35xf64>) -> tensor<64x32xf64> {
  ^bb0(%x: f64, %y: f64):
    %1 = arith.mulf %x, %y : f64
    neo.yield %1 : f64
  }
  return %0 : tensor<64x32xf64>
}
}
