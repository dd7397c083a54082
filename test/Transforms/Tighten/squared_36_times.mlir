// RUN: neo-opt %s --neo-tighten | FileCheck %s

// As a tree of products, the body has 2^36 leaves. None of them is the operand
// that is zero outside its guard, so that all terms stay.

// CHECK-LABEL: func.func @sum(
// CHECK:         neo.compute [i: 4] sum [k: 8]
func.func @sum(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<4xf32> {
  %s = neo.compute [i: 4] sum [k: 8] %x[k] if (k - i == 0) else 0.0, %y[k]
     : (tensor<8xf32>, tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %b, %b : f32  %1 = arith.mulf %0, %0 : f32  %2 = arith.mulf %1, %1 : f32
    %3 = arith.mulf %2, %2 : f32  %4 = arith.mulf %3, %3 : f32  %5 = arith.mulf %4, %4 : f32
    %6 = arith.mulf %5, %5 : f32  %7 = arith.mulf %6, %6 : f32  %8 = arith.mulf %7, %7 : f32
    %9 = arith.mulf %8, %8 : f32  %10 = arith.mulf %9, %9 : f32  %11 = arith.mulf %10, %10 : f32
    %12 = arith.mulf %11, %11 : f32  %13 = arith.mulf %12, %12 : f32  %14 = arith.mulf %13, %13 : f32
    %15 = arith.mulf %14, %14 : f32  %16 = arith.mulf %15, %15 : f32  %17 = arith.mulf %16, %16 : f32
    %18 = arith.mulf %17, %17 : f32  %19 = arith.mulf %18, %18 : f32  %20 = arith.mulf %19, %19 : f32
    %21 = arith.mulf %20, %20 : f32  %22 = arith.mulf %21, %21 : f32  %23 = arith.mulf %22, %22 : f32
    %24 = arith.mulf %23, %23 : f32  %25 = arith.mulf %24, %24 : f32  %26 = arith.mulf %25, %25 : f32
    %27 = arith.mulf %26, %26 : f32  %28 = arith.mulf %27, %27 : f32  %29 = arith.mulf %28, %28 : f32
    %30 = arith.mulf %29, %29 : f32  %31 = arith.mulf %30, %30 : f32  %32 = arith.mulf %31, %31 : f32
    %33 = arith.mulf %32, %32 : f32  %34 = arith.mulf %33, %33 : f32  %35 = arith.mulf %34, %34 : f32
    %c = arith.addf %a, %b : f32
    %d = arith.mulf %c, %35 : f32
    neo.yield %d : f32
  }
  return %s : tensor<4xf32>
}
