// The number of the last of 2^30 threads is the largest that index arithmetic has 32 bits
// for.
// RUN: neo-opt %s --neo-schedule-gpu --convert-neo-to-gpu | FileCheck %s

// CHECK-LABEL: gpu.func @gather_kernel0(
// CHECK: arith.divui %{{.*}} : i32
// CHECK-LABEL: gpu.func @scatter_kernel1(
// CHECK: arith.divui %{{.*}} : i32
func.func @gather(%a: tensor<1024x64xf32>, %i: tensor<16777216xi64>)
    -> tensor<16777216x64xf32> {
  %y = neo.gather [n: 16777216, j: 64] %a[%i[n], j]
     : (tensor<1024x64xf32>, tensor<16777216xi64>) -> tensor<16777216x64xf32>
  return %y : tensor<16777216x64xf32>
}

// Threads are whole blocks: these are as many.
func.func @scatter(%y: tensor<8x64xf32>, %i: tensor<8xi64>) -> tensor<16777215x64xf32> {
  %b = neo.scatter_add [n: 8, j: 64] %y[n, j] into [%i[n], j]
     : (tensor<8x64xf32>, tensor<8xi64>) -> tensor<16777215x64xf32>
  return %b : tensor<16777215x64xf32>
}
