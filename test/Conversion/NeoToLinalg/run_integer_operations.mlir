// RUN: neo-run %s --self-check | neo-opt --convert-neo-to-linalg \
// RUN:   | mlir-opt %stock_loops | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

// Every operation on integers that a body may hold.

func.func @f(%i32_0: tensor<6xi32>, %i32_1: tensor<6xi32>)
    -> (tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>) {
  %0 = neo.compute [i: 6] %i32_0[i], %i32_1[i] : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32> {
  ^bb0(%x0: i32, %x1: i32):
    %r = arith.addi %x0, %x1 : i32
    neo.yield %r : i32
  }
  %1 = neo.compute [i: 6] %i32_0[i], %i32_1[i] : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32> {
  ^bb0(%x0: i32, %x1: i32):
    %r = arith.subi %x0, %x1 : i32
    neo.yield %r : i32
  }
  %2 = neo.compute [i: 6] %i32_0[i], %i32_1[i] : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32> {
  ^bb0(%x0: i32, %x1: i32):
    %r = arith.muli %x0, %x1 : i32
    neo.yield %r : i32
  }
  %3 = neo.compute [i: 6] %i32_0[i], %i32_1[i] : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32> {
  ^bb0(%x0: i32, %x1: i32):
    %r = arith.andi %x0, %x1 : i32
    neo.yield %r : i32
  }
  %4 = neo.compute [i: 6] %i32_0[i], %i32_1[i] : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32> {
  ^bb0(%x0: i32, %x1: i32):
    %r = arith.ori %x0, %x1 : i32
    neo.yield %r : i32
  }
  %5 = neo.compute [i: 6] %i32_0[i], %i32_1[i] : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32> {
  ^bb0(%x0: i32, %x1: i32):
    %r = arith.xori %x0, %x1 : i32
    neo.yield %r : i32
  }
  %6 = neo.compute [i: 6] %i32_0[i], %i32_1[i] : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32> {
  ^bb0(%x0: i32, %x1: i32):
    %r = arith.maxsi %x0, %x1 : i32
    neo.yield %r : i32
  }
  %7 = neo.compute [i: 6] %i32_0[i], %i32_1[i] : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32> {
  ^bb0(%x0: i32, %x1: i32):
    %r = arith.minsi %x0, %x1 : i32
    neo.yield %r : i32
  }
  %8 = neo.compute [i: 6] %i32_0[i], %i32_1[i] : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32> {
  ^bb0(%x0: i32, %x1: i32):
    %r = arith.maxui %x0, %x1 : i32
    neo.yield %r : i32
  }
  %9 = neo.compute [i: 6] %i32_0[i], %i32_1[i] : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32> {
  ^bb0(%x0: i32, %x1: i32):
    %r = arith.minui %x0, %x1 : i32
    neo.yield %r : i32
  }
  %10 = neo.compute [i: 6] %i32_0[i], %i32_1[i] : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32> {
  ^bb0(%x0: i32, %x1: i32):
    %r = math.ipowi %x0, %x1 : i32
    neo.yield %r : i32
  }
  %11 = neo.compute [i: 6] %i32_0[i] : (tensor<6xi32>) -> tensor<6xi32> {
  ^bb0(%x0: i32):
    %c = arith.constant 3 : i32 %r = arith.divsi %x0, %c : i32
    neo.yield %r : i32
  }
  %12 = neo.compute [i: 6] %i32_0[i] : (tensor<6xi32>) -> tensor<6xi32> {
  ^bb0(%x0: i32):
    %c = arith.constant 3 : i32 %r = arith.divui %x0, %c : i32
    neo.yield %r : i32
  }
  %13 = neo.compute [i: 6] %i32_0[i] : (tensor<6xi32>) -> tensor<6xi32> {
  ^bb0(%x0: i32):
    %c = arith.constant 3 : i32 %r = arith.remsi %x0, %c : i32
    neo.yield %r : i32
  }
  %14 = neo.compute [i: 6] %i32_0[i] : (tensor<6xi32>) -> tensor<6xi32> {
  ^bb0(%x0: i32):
    %c = arith.constant 3 : i32 %r = arith.remui %x0, %c : i32
    neo.yield %r : i32
  }
  %15 = neo.compute [i: 6] %i32_0[i] : (tensor<6xi32>) -> tensor<6xi32> {
  ^bb0(%x0: i32):
    %c = arith.constant 3 : i32 %r = arith.floordivsi %x0, %c : i32
    neo.yield %r : i32
  }
  %16 = neo.compute [i: 6] %i32_0[i] : (tensor<6xi32>) -> tensor<6xi32> {
  ^bb0(%x0: i32):
    %c = arith.constant 3 : i32 %r = arith.ceildivsi %x0, %c : i32
    neo.yield %r : i32
  }
  %17 = neo.compute [i: 6] %i32_0[i] : (tensor<6xi32>) -> tensor<6xi32> {
  ^bb0(%x0: i32):
    %c = arith.constant 3 : i32 %r = arith.ceildivui %x0, %c : i32
    neo.yield %r : i32
  }
  %18 = neo.compute [i: 6] %i32_0[i] : (tensor<6xi32>) -> tensor<6xi32> {
  ^bb0(%x0: i32):
    %c = arith.constant 3 : i32 %r = arith.shli %x0, %c : i32
    neo.yield %r : i32
  }
  %19 = neo.compute [i: 6] %i32_0[i] : (tensor<6xi32>) -> tensor<6xi32> {
  ^bb0(%x0: i32):
    %c = arith.constant 3 : i32 %r = arith.shrsi %x0, %c : i32
    neo.yield %r : i32
  }
  %20 = neo.compute [i: 6] %i32_0[i] : (tensor<6xi32>) -> tensor<6xi32> {
  ^bb0(%x0: i32):
    %c = arith.constant 3 : i32 %r = arith.shrui %x0, %c : i32
    neo.yield %r : i32
  }
  %21 = neo.compute [i: 6] %i32_0[i] : (tensor<6xi32>) -> tensor<6xi32> {
  ^bb0(%x0: i32):
    %r = math.absi %x0 : i32
    neo.yield %r : i32
  }
  %22 = neo.compute [i: 6] %i32_0[i] : (tensor<6xi32>) -> tensor<6xi32> {
  ^bb0(%x0: i32):
    %r = math.ctlz %x0 : i32
    neo.yield %r : i32
  }
  %23 = neo.compute [i: 6] %i32_0[i] : (tensor<6xi32>) -> tensor<6xi32> {
  ^bb0(%x0: i32):
    %r = math.cttz %x0 : i32
    neo.yield %r : i32
  }
  %24 = neo.compute [i: 6] %i32_0[i] : (tensor<6xi32>) -> tensor<6xi32> {
  ^bb0(%x0: i32):
    %r = math.ctpop %x0 : i32
    neo.yield %r : i32
  }
  %25 = neo.compute [i: 6] %i32_0[i], %i32_1[i] : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1> {
  ^bb0(%x0: i32, %x1: i32):
    %r = arith.cmpi eq, %x0, %x1 : i32
    neo.yield %r : i1
  }
  %26 = neo.compute [i: 6] %i32_0[i], %i32_1[i] : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1> {
  ^bb0(%x0: i32, %x1: i32):
    %r = arith.cmpi ne, %x0, %x1 : i32
    neo.yield %r : i1
  }
  %27 = neo.compute [i: 6] %i32_0[i], %i32_1[i] : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1> {
  ^bb0(%x0: i32, %x1: i32):
    %r = arith.cmpi slt, %x0, %x1 : i32
    neo.yield %r : i1
  }
  %28 = neo.compute [i: 6] %i32_0[i], %i32_1[i] : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1> {
  ^bb0(%x0: i32, %x1: i32):
    %r = arith.cmpi sle, %x0, %x1 : i32
    neo.yield %r : i1
  }
  %29 = neo.compute [i: 6] %i32_0[i], %i32_1[i] : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1> {
  ^bb0(%x0: i32, %x1: i32):
    %r = arith.cmpi sgt, %x0, %x1 : i32
    neo.yield %r : i1
  }
  %30 = neo.compute [i: 6] %i32_0[i], %i32_1[i] : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1> {
  ^bb0(%x0: i32, %x1: i32):
    %r = arith.cmpi sge, %x0, %x1 : i32
    neo.yield %r : i1
  }
  %31 = neo.compute [i: 6] %i32_0[i], %i32_1[i] : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1> {
  ^bb0(%x0: i32, %x1: i32):
    %r = arith.cmpi ult, %x0, %x1 : i32
    neo.yield %r : i1
  }
  %32 = neo.compute [i: 6] %i32_0[i], %i32_1[i] : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1> {
  ^bb0(%x0: i32, %x1: i32):
    %r = arith.cmpi ule, %x0, %x1 : i32
    neo.yield %r : i1
  }
  %33 = neo.compute [i: 6] %i32_0[i], %i32_1[i] : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1> {
  ^bb0(%x0: i32, %x1: i32):
    %r = arith.cmpi ugt, %x0, %x1 : i32
    neo.yield %r : i1
  }
  %34 = neo.compute [i: 6] %i32_0[i], %i32_1[i] : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1> {
  ^bb0(%x0: i32, %x1: i32):
    %r = arith.cmpi uge, %x0, %x1 : i32
    neo.yield %r : i1
  }
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34
    : tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>
}
