// RUN: neo-run --precision=double --entry=f %s | FileCheck %s

// Computed in double precision, numbers have the bits of their own type.

// CHECK: [1065353216, -1073741824]
func.func @f() -> tensor<2xi32> {
  %x = arith.constant dense<[1.0, -2.0]> : tensor<2xf32>
  %0 = neo.compute [i: 2] %x[i] : (tensor<2xf32>) -> tensor<2xi32> {
  ^bb0(%a: f32):
    %b = arith.bitcast %a : f32 to i32
    neo.yield %b : i32
  }
  return %0 : tensor<2xi32>
}
