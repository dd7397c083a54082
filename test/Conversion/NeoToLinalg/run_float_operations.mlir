// RUN: neo-run %s --self-check --rtol=1e-5 | neo-opt --convert-neo-to-linalg \
// RUN:   | mlir-opt %stock_loops | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

// Every other operation on floats that a body may hold.

func.func @f(%f32_0: tensor<6xf32>, %f32_1: tensor<6xf32>, %f32_2: tensor<6xf32>)
    -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xf32>) {
  %0 = neo.compute [i: 6] %f32_0[i], %f32_1[i] : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32, %x1: f32):
    %r = math.powf %x0, %x1 : f32
    neo.yield %r : f32
  }
  %1 = neo.compute [i: 6] %f32_0[i], %f32_1[i] : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32, %x1: f32):
    %r = math.atan2 %x0, %x1 : f32
    neo.yield %r : f32
  }
  %2 = neo.compute [i: 6] %f32_0[i], %f32_1[i] : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32, %x1: f32):
    %r = math.copysign %x0, %x1 : f32
    neo.yield %r : f32
  }
  %3 = neo.compute [i: 6] %f32_0[i], %f32_1[i] : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32, %x1: f32):
    %r = arith.addf %x0, %x1 : f32
    neo.yield %r : f32
  }
  %4 = neo.compute [i: 6] %f32_0[i], %f32_1[i] : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32, %x1: f32):
    %r = arith.subf %x0, %x1 : f32
    neo.yield %r : f32
  }
  %5 = neo.compute [i: 6] %f32_0[i], %f32_1[i] : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32, %x1: f32):
    %r = arith.mulf %x0, %x1 : f32
    neo.yield %r : f32
  }
  %6 = neo.compute [i: 6] %f32_0[i], %f32_1[i] : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32, %x1: f32):
    %r = arith.divf %x0, %x1 : f32
    neo.yield %r : f32
  }
  %7 = neo.compute [i: 6] %f32_0[i], %f32_1[i] : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32, %x1: f32):
    %r = arith.remf %x0, %x1 : f32
    neo.yield %r : f32
  }
  %8 = neo.compute [i: 6] %f32_0[i], %f32_1[i] : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32, %x1: f32):
    %r = arith.maximumf %x0, %x1 : f32
    neo.yield %r : f32
  }
  %9 = neo.compute [i: 6] %f32_0[i], %f32_1[i] : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32, %x1: f32):
    %r = arith.minimumf %x0, %x1 : f32
    neo.yield %r : f32
  }
  %10 = neo.compute [i: 6] %f32_0[i], %f32_1[i] : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32, %x1: f32):
    %r = arith.maxnumf %x0, %x1 : f32
    neo.yield %r : f32
  }
  %11 = neo.compute [i: 6] %f32_0[i], %f32_1[i] : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32, %x1: f32):
    %r = arith.minnumf %x0, %x1 : f32
    neo.yield %r : f32
  }
  %12 = neo.compute [i: 6] %f32_0[i], %f32_1[i], %f32_2[i] : (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32, %x1: f32, %x2: f32):
    %r = math.fma %x0, %x1, %x2 : f32
    neo.yield %r : f32
  }
  %13 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32):
    %l = arith.constant -0.5 : f32 %h = arith.constant 0.75 : f32
    %r = math.clampf %x0 to [%l, %h] : f32
    neo.yield %r : f32
  }
  %14 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32):
    %r = arith.negf %x0 : f32
    neo.yield %r : f32
  }
  %15 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32):
    %c = arith.constant 3 : i32 %r = math.fpowi %x0, %c : f32, i32
    neo.yield %r : f32
  }
  %16 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xi1> {
  ^bb0(%x0: f32):
    %z = arith.constant 0.0 : f32 %q = arith.divf %x0, %z : f32 %r = math.isnan %q : f32
    neo.yield %r : i1
  }
  %17 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xi1> {
  ^bb0(%x0: f32):
    %z = arith.constant 0.0 : f32 %q = arith.divf %x0, %z : f32 %r = math.isinf %q : f32
    neo.yield %r : i1
  }
  %18 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xi1> {
  ^bb0(%x0: f32):
    %z = arith.constant 0.0 : f32 %q = arith.divf %x0, %z : f32 %r = math.isfinite %q : f32
    neo.yield %r : i1
  }
  %19 = neo.compute [i: 6] %f32_0[i], %f32_1[i] : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1> {
  ^bb0(%x0: f32, %x1: f32):
    %r = arith.cmpf oeq, %x0, %x1 : f32
    neo.yield %r : i1
  }
  %20 = neo.compute [i: 6] %f32_0[i], %f32_1[i] : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1> {
  ^bb0(%x0: f32, %x1: f32):
    %r = arith.cmpf ogt, %x0, %x1 : f32
    neo.yield %r : i1
  }
  %21 = neo.compute [i: 6] %f32_0[i], %f32_1[i] : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1> {
  ^bb0(%x0: f32, %x1: f32):
    %r = arith.cmpf oge, %x0, %x1 : f32
    neo.yield %r : i1
  }
  %22 = neo.compute [i: 6] %f32_0[i], %f32_1[i] : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1> {
  ^bb0(%x0: f32, %x1: f32):
    %r = arith.cmpf olt, %x0, %x1 : f32
    neo.yield %r : i1
  }
  %23 = neo.compute [i: 6] %f32_0[i], %f32_1[i] : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1> {
  ^bb0(%x0: f32, %x1: f32):
    %r = arith.cmpf ole, %x0, %x1 : f32
    neo.yield %r : i1
  }
  %24 = neo.compute [i: 6] %f32_0[i], %f32_1[i] : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1> {
  ^bb0(%x0: f32, %x1: f32):
    %r = arith.cmpf one, %x0, %x1 : f32
    neo.yield %r : i1
  }
  %25 = neo.compute [i: 6] %f32_0[i], %f32_1[i] : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1> {
  ^bb0(%x0: f32, %x1: f32):
    %r = arith.cmpf ord, %x0, %x1 : f32
    neo.yield %r : i1
  }
  %26 = neo.compute [i: 6] %f32_0[i], %f32_1[i] : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1> {
  ^bb0(%x0: f32, %x1: f32):
    %r = arith.cmpf ueq, %x0, %x1 : f32
    neo.yield %r : i1
  }
  %27 = neo.compute [i: 6] %f32_0[i], %f32_1[i] : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1> {
  ^bb0(%x0: f32, %x1: f32):
    %r = arith.cmpf ugt, %x0, %x1 : f32
    neo.yield %r : i1
  }
  %28 = neo.compute [i: 6] %f32_0[i], %f32_1[i] : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1> {
  ^bb0(%x0: f32, %x1: f32):
    %r = arith.cmpf uge, %x0, %x1 : f32
    neo.yield %r : i1
  }
  %29 = neo.compute [i: 6] %f32_0[i], %f32_1[i] : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1> {
  ^bb0(%x0: f32, %x1: f32):
    %r = arith.cmpf ult, %x0, %x1 : f32
    neo.yield %r : i1
  }
  %30 = neo.compute [i: 6] %f32_0[i], %f32_1[i] : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1> {
  ^bb0(%x0: f32, %x1: f32):
    %r = arith.cmpf ule, %x0, %x1 : f32
    neo.yield %r : i1
  }
  %31 = neo.compute [i: 6] %f32_0[i], %f32_1[i] : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1> {
  ^bb0(%x0: f32, %x1: f32):
    %r = arith.cmpf une, %x0, %x1 : f32
    neo.yield %r : i1
  }
  %32 = neo.compute [i: 6] %f32_0[i], %f32_1[i] : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1> {
  ^bb0(%x0: f32, %x1: f32):
    %r = arith.cmpf uno, %x0, %x1 : f32
    neo.yield %r : i1
  }
  %33 = neo.compute [i: 6] %f32_0[i], %f32_1[i] : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32, %x1: f32):
    %c = arith.cmpf olt, %x0, %x1 : f32 %r = arith.select %c, %x0, %x1 : f32
    neo.yield %r : f32
  }
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33
    : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xf32>
}
