// What reads a sum that cancels drops it, and keeps a product with the number 0: of NaN
// that is NaN.
// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-stable-forms{explain}))' 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS < %t

// SAYS: remark: the terms of this sum cancel: it is zero

// CHECK: neo.compute [i: 4] %{{.*}}[i]
// CHECK: ^bb0(%{{.*}}: f32{{.*}}, %[[Y:.*]]: f32):
// CHECK: %[[P:.*]] = arith.mulf %[[Y]], %{{.*}} : f32
// CHECK-NOT: arith.addf
// CHECK: neo.yield %[[P]]
func.func @main(%x: tensor<4x8xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %s = neo.compute [i: 4] sum [j: 8] %x[i, j]
     : (tensor<4x8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %r = neo.compute [i: 4] sum [j: 8] %x[i, j], %s[i]
     : (tensor<4x8xf32>, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32, %b: f32):
    %n = arith.constant 0.125 : f32
    %0 = arith.mulf %b, %n : f32
    %1 = arith.subf %a, %0 : f32
    neo.yield %1 : f32
  }
  %t = neo.compute [i: 4] %r[i], %y[i] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32, %b: f32):
    %n = arith.constant 0.0 : f32
    %0 = arith.mulf %b, %n : f32
    %1 = arith.addf %0, %a : f32
    neo.yield %1 : f32
  }
  return %t : tensor<4xf32>
}
