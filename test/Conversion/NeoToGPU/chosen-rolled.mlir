// Guarded loads of a long loop have addresses of their own: it is not to be unrolled.
// RUN: neo-opt %s --neo-schedule-gpu | FileCheck %s

// CHECK-LABEL: func @guarded
// CHECK: rolled[1]
// CHECK-LABEL: func @unguarded
// CHECK-NOT: rolled
func.func @guarded(%x: tensor<100000xf32>) -> tensor<100000xf32> {
  %y = neo.compute [i: 100000] sum [k: 100]
      %x[i - k] if (i - k >= 0) else 0.0 : (tensor<100000xf32>) -> tensor<100000xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %y : tensor<100000xf32>
}
func.func @unguarded(%x: tensor<100099xf32>) -> tensor<100000xf32> {
  %y = neo.compute [i: 100000] sum [k: 100] %x[i + k]
      : (tensor<100099xf32>) -> tensor<100000xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %y : tensor<100000xf32>
}
