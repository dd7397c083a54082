// RUN: neo-opt %s --neo-to-vector --split-input-file | FileCheck %s

// A function of one number and its derivative, times another number, are one
// look-up of seven coefficients: no exponential, and one product beside
// Horner's scheme.

module attributes {neo.target = "avx512"} {
// CHECK-LABEL: func.func private @gelu_kernel0(
// CHECK-NOT:     math.exp
// CHECK-COUNT-7: permvar
// CHECK-NOT:     permvar
// CHECK-NOT:     scalef
// CHECK:         arith.mulf
// CHECK-NOT:     arith.mulf
// CHECK:         return
func.func @gelu(%x: tensor<16x16xf32>, %d: tensor<16x16xf32>)
    -> (tensor<16x16xf32>, tensor<16x16xf32>) {
  %0:2 = neo.kernel [i: 16] (%a = %x, %b = %d)
       : (tensor<16x16xf32>, tensor<16x16xf32>)
      -> (tensor<16x16xf32>, tensor<16x16xf32>) {
    %y = neo.compute [i: 16, j: 16] %a[i, j]
       : (tensor<16x16xf32>) -> tensor<16x16xf32> {
    ^bb0(%v: f32):
      %half = arith.constant 0.5 : f32
      %one = arith.constant 1.0 : f32
      %root = arith.constant 0.707106769 : f32
      %1 = arith.mulf %v, %root : f32
      %2 = math.erf %1 : f32
      %3 = arith.addf %2, %one : f32
      %4 = arith.mulf %v, %half : f32
      %5 = arith.mulf %4, %3 : f32
      neo.yield %5 : f32
    }
    %g = neo.compute [i: 16, j: 16] %a[i, j], %b[i, j]
       : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32> {
    ^bb0(%v: f32, %w: f32):
      %half = arith.constant 0.5 : f32
      %minus = arith.constant -0.5 : f32
      %one = arith.constant 1.0 : f32
      %root = arith.constant 0.707106769 : f32
      %density = arith.constant 0.398942292 : f32
      %1 = arith.mulf %v, %root : f32
      %2 = math.erf %1 : f32
      %3 = arith.addf %2, %one : f32
      %4 = arith.mulf %w, %half : f32
      %5 = arith.mulf %4, %3 : f32
      %6 = arith.mulf %v, %v : f32
      %7 = arith.mulf %6, %minus : f32
      %8 = math.exp %7 : f32
      %9 = arith.mulf %8, %density : f32
      %10 = arith.mulf %w, %v : f32
      %11 = arith.mulf %10, %9 : f32
      %12 = arith.addf %5, %11 : f32
      neo.yield %12 : f32
    }
    neo.results %y, %g : tensor<16x16xf32>, tensor<16x16xf32>
  }
  return %0#0, %0#1 : tensor<16x16xf32>, tensor<16x16xf32>
}
}

// -----

// Under strict the functions are those that are written.

module attributes {neo.target = "avx512", neo.strict} {
// CHECK-LABEL: func.func private @strict_kernel0(
// CHECK-COUNT-6: permvar
// CHECK:         arith.mulf
// CHECK:         return
func.func @strict(%x: tensor<16xf32>) -> tensor<16xf32> {
  %0 = neo.compute [i: 16] %x[i] : (tensor<16xf32>) -> tensor<16xf32> {
  ^bb0(%v: f32):
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %root = arith.constant 0.707106769 : f32
    %1 = arith.mulf %v, %root : f32
    %2 = math.erf %1 : f32
    %3 = arith.addf %2, %one : f32
    %4 = arith.mulf %v, %half : f32
    %5 = arith.mulf %4, %3 : f32
    neo.yield %5 : f32
  }
  return %0 : tensor<16xf32>
}
}

// -----

// x / (1 + exp(-x)) is exact where it is tiny, which no table of 16 intervals
// is.

module attributes {neo.target = "avx512"} {
// CHECK-LABEL: func.func private @swish_kernel0(
// CHECK:         scalef
// CHECK:         arith.divf
func.func @swish(%x: tensor<16xf32>) -> tensor<16xf32> {
  %0 = neo.compute [i: 16] %x[i] : (tensor<16xf32>) -> tensor<16xf32> {
  ^bb0(%v: f32):
    %one = arith.constant 1.0 : f32
    %1 = arith.negf %v : f32
    %2 = math.exp %1 : f32
    %3 = arith.addf %2, %one : f32
    %4 = arith.divf %v, %3 : f32
    neo.yield %4 : f32
  }
  return %0 : tensor<16xf32>
}
}
