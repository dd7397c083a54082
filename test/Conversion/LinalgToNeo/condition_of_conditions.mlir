// RUN: neo-opt %s --convert-linalg-to-neo | FileCheck %s

// A condition that is the conjunction of one with itself, 36 times, implies
// that one: each is looked at once.

#id = affine_map<(i) -> (i)>

// CHECK-LABEL: func.func @select(
// CHECK:         neo.compute
// CHECK:         arith.select
func.func @select(%x: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
         ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %zero = arith.constant 0.0 : f32
    %in = arith.cmpf olt, %a, %zero : f32
    %0 = arith.andi %in, %in : i1  %1 = arith.andi %0, %0 : i1  %2 = arith.andi %1, %1 : i1
    %3 = arith.andi %2, %2 : i1  %4 = arith.andi %3, %3 : i1  %5 = arith.andi %4, %4 : i1
    %6 = arith.andi %5, %5 : i1  %7 = arith.andi %6, %6 : i1  %8 = arith.andi %7, %7 : i1
    %9 = arith.andi %8, %8 : i1  %10 = arith.andi %9, %9 : i1  %11 = arith.andi %10, %10 : i1
    %12 = arith.andi %11, %11 : i1  %13 = arith.andi %12, %12 : i1  %14 = arith.andi %13, %13 : i1
    %15 = arith.andi %14, %14 : i1  %16 = arith.andi %15, %15 : i1  %17 = arith.andi %16, %16 : i1
    %18 = arith.andi %17, %17 : i1  %19 = arith.andi %18, %18 : i1  %20 = arith.andi %19, %19 : i1
    %21 = arith.andi %20, %20 : i1  %22 = arith.andi %21, %21 : i1  %23 = arith.andi %22, %22 : i1
    %24 = arith.andi %23, %23 : i1  %25 = arith.andi %24, %24 : i1  %26 = arith.andi %25, %25 : i1
    %27 = arith.andi %26, %26 : i1  %28 = arith.andi %27, %27 : i1  %29 = arith.andi %28, %28 : i1
    %30 = arith.andi %29, %29 : i1  %31 = arith.andi %30, %30 : i1  %32 = arith.andi %31, %31 : i1
    %33 = arith.andi %32, %32 : i1  %34 = arith.andi %33, %33 : i1  %35 = arith.andi %34, %34 : i1
    %s = arith.select %35, %zero, %a : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %y : tensor<8xf32>
}
