// RUN: neo-run %s --self-check --rtol=1e-5 | neo-opt --convert-neo-to-linalg \
// RUN:   | mlir-opt %stock_loops | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

// Every function of one float that a body may hold.

func.func @f(%f32_0: tensor<6xf32>)
    -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %0 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32):
    %r = math.exp %x0 : f32
    neo.yield %r : f32
  }
  %1 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32):
    %r = math.exp2 %x0 : f32
    neo.yield %r : f32
  }
  %2 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32):
    %r = math.expm1 %x0 : f32
    neo.yield %r : f32
  }
  %3 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32):
    %r = math.log %x0 : f32
    neo.yield %r : f32
  }
  %4 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32):
    %r = math.log2 %x0 : f32
    neo.yield %r : f32
  }
  %5 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32):
    %r = math.log10 %x0 : f32
    neo.yield %r : f32
  }
  %6 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32):
    %r = math.log1p %x0 : f32
    neo.yield %r : f32
  }
  %7 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32):
    %r = math.sqrt %x0 : f32
    neo.yield %r : f32
  }
  %8 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32):
    %r = math.rsqrt %x0 : f32
    neo.yield %r : f32
  }
  %9 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32):
    %r = math.cbrt %x0 : f32
    neo.yield %r : f32
  }
  %10 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32):
    %r = math.erf %x0 : f32
    neo.yield %r : f32
  }
  %11 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32):
    %r = math.erfc %x0 : f32
    neo.yield %r : f32
  }
  %12 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32):
    %r = math.sin %x0 : f32
    neo.yield %r : f32
  }
  %13 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32):
    %r = math.cos %x0 : f32
    neo.yield %r : f32
  }
  %14 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32):
    %r = math.tan %x0 : f32
    neo.yield %r : f32
  }
  %15 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32):
    %r = math.asin %x0 : f32
    neo.yield %r : f32
  }
  %16 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32):
    %r = math.acos %x0 : f32
    neo.yield %r : f32
  }
  %17 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32):
    %r = math.atan %x0 : f32
    neo.yield %r : f32
  }
  %18 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32):
    %r = math.sinh %x0 : f32
    neo.yield %r : f32
  }
  %19 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32):
    %r = math.cosh %x0 : f32
    neo.yield %r : f32
  }
  %20 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32):
    %r = math.tanh %x0 : f32
    neo.yield %r : f32
  }
  %21 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32):
    %r = math.asinh %x0 : f32
    neo.yield %r : f32
  }
  %22 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32):
    %r = math.acosh %x0 : f32
    neo.yield %r : f32
  }
  %23 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32):
    %r = math.atanh %x0 : f32
    neo.yield %r : f32
  }
  %24 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32):
    %r = math.absf %x0 : f32
    neo.yield %r : f32
  }
  %25 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32):
    %r = math.ceil %x0 : f32
    neo.yield %r : f32
  }
  %26 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32):
    %r = math.floor %x0 : f32
    neo.yield %r : f32
  }
  %27 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32):
    %r = math.round %x0 : f32
    neo.yield %r : f32
  }
  %28 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32):
    %r = math.roundeven %x0 : f32
    neo.yield %r : f32
  }
  %29 = neo.compute [i: 6] %f32_0[i] : (tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%x0: f32):
    %r = math.trunc %x0 : f32
    neo.yield %r : f32
  }
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29
    : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}
