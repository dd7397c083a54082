// RUN: neo-opt --neo-fuse %s | FileCheck %s
// RUN: sed s/neo.some/neo.strict/ %s | neo-opt --neo-fuse | FileCheck %s --check-prefix=STRICT
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-fuse))" %s

// Two expressions under one guard are added before it, in one operator without
// a guard. Under neo.strict sums keep their order.

// CHECK-LABEL: func.func @f(
// CHECK-NEXT:    %[[A:.*]] = neo.compute [i0: 512]
// CHECK:           math.sqrt
// CHECK:           math.exp
// CHECK:         neo.compute [z: 1024]
// CHECK-SAME:      %[[A]][z] if (z < 512) else 0.0
// CHECK-SAME:      %arg1[z] if (z - 512 >= 0) else 0.0
// CHECK-NOT:     neo.compute
// STRICT-COUNT-3: neo.compute
module attributes {neo.some} {
func.func @f(%x: tensor<512xf32>, %y: tensor<1024xf32>) -> tensor<1024xf32> {
  %p = neo.compute [i: 512] %x[i] : (tensor<512xf32>) -> tensor<512xf32> {
  ^bb0(%a: f32):
    %0 = math.exp %a : f32
    neo.yield %0 : f32
  }
  %q = neo.compute [i: 512] %x[i] : (tensor<512xf32>) -> tensor<512xf32> {
  ^bb0(%a: f32):
    %0 = arith.mulf %a, %a : f32
    %1 = math.sqrt %0 : f32
    neo.yield %1 : f32
  }
  %r = neo.compute [z: 1024] %p[z] if (z < 512) else 0.0,
         %y[z] if (z - 512 >= 0) else 0.0, %q[z] if (z < 512) else 0.0
     : (tensor<512xf32>, tensor<1024xf32>, tensor<512xf32>) -> tensor<1024xf32> {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.addf %a, %b : f32
    %1 = arith.addf %0, %c : f32
    neo.yield %1 : f32
  }
  return %r : tensor<1024xf32>
}
}
