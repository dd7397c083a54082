// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-extrema-first{start=0}))' | FileCheck %s

// A value that is doubled 36 times is 2^36 values of a tree: whether it moves
// with the terms is asked once for each value.

// CHECK-LABEL: func.func @max(
// CHECK:           %[[M:.*]] = neo.compute [{{.*}}] max
// CHECK-NOT:       arith.addf
// CHECK:         neo.compute [i: 64] %{{.*}}[i], %[[M]][i]
// CHECK-COUNT-37:  arith.addf
func.func @max(%x: tensor<64x512xf32>, %y: tensor<64xf32>) -> tensor<64xf32> {
  %s = neo.compute [i: 64] max [k: 512] %x[i, k], %y[i]
     : (tensor<64x512xf32>, tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %b, %b : f32  %1 = arith.addf %0, %0 : f32  %2 = arith.addf %1, %1 : f32
    %3 = arith.addf %2, %2 : f32  %4 = arith.addf %3, %3 : f32  %5 = arith.addf %4, %4 : f32
    %6 = arith.addf %5, %5 : f32  %7 = arith.addf %6, %6 : f32  %8 = arith.addf %7, %7 : f32
    %9 = arith.addf %8, %8 : f32  %10 = arith.addf %9, %9 : f32  %11 = arith.addf %10, %10 : f32
    %12 = arith.addf %11, %11 : f32  %13 = arith.addf %12, %12 : f32  %14 = arith.addf %13, %13 : f32
    %15 = arith.addf %14, %14 : f32  %16 = arith.addf %15, %15 : f32  %17 = arith.addf %16, %16 : f32
    %18 = arith.addf %17, %17 : f32  %19 = arith.addf %18, %18 : f32  %20 = arith.addf %19, %19 : f32
    %21 = arith.addf %20, %20 : f32  %22 = arith.addf %21, %21 : f32  %23 = arith.addf %22, %22 : f32
    %24 = arith.addf %23, %23 : f32  %25 = arith.addf %24, %24 : f32  %26 = arith.addf %25, %25 : f32
    %27 = arith.addf %26, %26 : f32  %28 = arith.addf %27, %27 : f32  %29 = arith.addf %28, %28 : f32
    %30 = arith.addf %29, %29 : f32  %31 = arith.addf %30, %30 : f32  %32 = arith.addf %31, %31 : f32
    %33 = arith.addf %32, %32 : f32  %34 = arith.addf %33, %33 : f32  %35 = arith.addf %34, %34 : f32
    %c = arith.addf %a, %35 : f32
    neo.yield %c : f32
  }
  return %s : tensor<64xf32>
}
