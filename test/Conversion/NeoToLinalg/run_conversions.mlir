// RUN: neo-run %s --self-check | neo-opt --convert-neo-to-linalg \
// RUN:   | mlir-opt %stock_loops | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

// Every conversion that a body may hold.

func.func @f(%f16_0: tensor<6xf16>, %f32_0: tensor<6xf32>, %f64_0: tensor<6xf64>, %i32_0: tensor<6xi32>, %i64_0: tensor<6xi64>, %i1_0: tensor<6xi1>)
    -> (tensor<6xf32>, tensor<6xf64>, tensor<6xf32>, tensor<6xf16>, tensor<6xi64>, tensor<6xi64>, tensor<6xi32>, tensor<6xf32>, tensor<6xf32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi64>, tensor<6xi64>, tensor<6xi32>) {
  %0 = neo.compute [i: 6] %f16_0[i] : (tensor<6xf16>) -> tensor<6xf32> {
  ^bb0(%x0: f16):
    %r = arith.extf %x0 : f16 to f32
    neo.yield %r : f32
  }
  %1 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xf64> {
  ^bb0(%x0: f32):
    %r = arith.extf %x0 : f32 to f64
    neo.yield %r : f64
  }
  %2 = neo.compute [i: 6] %f64_0[i] : (tensor<6xf64>) -> tensor<6xf32> {
  ^bb0(%x0: f64):
    %r = arith.truncf %x0 : f64 to f32
    neo.yield %r : f32
  }
  %3 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xf16> {
  ^bb0(%x0: f32):
    %r = arith.truncf %x0 : f32 to f16
    neo.yield %r : f16
  }
  %4 = neo.compute [i: 6] %i32_0[i] : (tensor<6xi32>) -> tensor<6xi64> {
  ^bb0(%x0: i32):
    %r = arith.extsi %x0 : i32 to i64
    neo.yield %r : i64
  }
  %5 = neo.compute [i: 6] %i32_0[i] : (tensor<6xi32>) -> tensor<6xi64> {
  ^bb0(%x0: i32):
    %r = arith.extui %x0 : i32 to i64
    neo.yield %r : i64
  }
  %6 = neo.compute [i: 6] %i64_0[i] : (tensor<6xi64>) -> tensor<6xi32> {
  ^bb0(%x0: i64):
    %r = arith.trunci %x0 : i64 to i32
    neo.yield %r : i32
  }
  %7 = neo.compute [i: 6] %i32_0[i] : (tensor<6xi32>) -> tensor<6xf32> {
  ^bb0(%x0: i32):
    %r = arith.sitofp %x0 : i32 to f32
    neo.yield %r : f32
  }
  %8 = neo.compute [i: 6] %i1_0[i] : (tensor<6xi1>) -> tensor<6xf32> {
  ^bb0(%x0: i1):
    %r = arith.uitofp %x0 : i1 to f32
    neo.yield %r : f32
  }
  %9 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xi32> {
  ^bb0(%x0: f32):
    %r = arith.fptosi %x0 : f32 to i32
    neo.yield %r : i32
  }
  %10 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xi32> {
  ^bb0(%x0: f32):
    %p = math.absf %x0 : f32 %r = arith.fptoui %p : f32 to i32
    neo.yield %r : i32
  }
  %11 = neo.compute [i: 6] %i32_0[i] : (tensor<6xi32>) -> tensor<6xi64> {
  ^bb0(%x0: i32):
    %n = neo.index 0 : index %r = arith.index_cast %n : index to i64
    neo.yield %r : i64
  }
  %12 = neo.compute [i: 6] %i32_0[i] : (tensor<6xi32>) -> tensor<6xi64> {
  ^bb0(%x0: i32):
    %n = neo.index 0 : index %r = arith.index_castui %n : index to i64
    neo.yield %r : i64
  }
  %13 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xi32> {
  ^bb0(%x0: f32):
    %r = arith.bitcast %x0 : f32 to i32
    neo.yield %r : i32
  }
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13
    : tensor<6xf32>, tensor<6xf64>, tensor<6xf32>, tensor<6xf16>, tensor<6xi64>, tensor<6xi64>, tensor<6xi32>, tensor<6xf32>, tensor<6xf32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi64>, tensor<6xi64>, tensor<6xi32>
}
