// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-common-factors{explain}))' 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS < %t
// RUN: neo-run %s --check-pipeline='builtin.module(func.func(neo-common-factors))' --rtol=1e-5 --entry=product

// SAYS: remark: a factor of both terms is taken out of their sum: 1 operations less
// SAYS: remark: a factor of both terms is taken out of their sum: 1 operations less
// SAYS-NOT: remark

// CHECK-LABEL: func.func @product(
// CHECK:         ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32, %[[E:.*]]: f32):
// CHECK-NEXT:      %[[SUM:.*]] = arith.addf %[[A]], %[[B]]
// CHECK-NEXT:      %[[ALL:.*]] = arith.mulf %[[SUM]], %[[E]]
// CHECK-NEXT:      neo.yield %[[ALL]]
func.func @product(%x: tensor<8xf32>, %y: tensor<8xf32>, %z: tensor<8xf32>)
    -> tensor<8xf32> {
  %r = neo.compute [i: 8] %x[i], %y[i], %z[i]
     : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32, %b: f32, %e: f32):
    %0 = arith.mulf %a, %e : f32
    %1 = arith.mulf %e, %b : f32
    %2 = arith.addf %0, %1 : f32
    neo.yield %2 : f32
  }
  return %r : tensor<8xf32>
}

// CHECK-LABEL: func.func @quotient(
// CHECK:         ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32, %[[S:.*]]: f32):
// CHECK-NEXT:      %[[SUM:.*]] = arith.subf %[[A]], %[[B]]
// CHECK-NEXT:      %[[ALL:.*]] = arith.divf %[[SUM]], %[[S]]
// CHECK-NEXT:      neo.yield %[[ALL]]
func.func @quotient(%x: tensor<8xf32>, %y: tensor<8xf32>, %z: tensor<8xf32>)
    -> tensor<8xf32> {
  %r = neo.compute [i: 8] %x[i], %y[i], %z[i]
     : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %0 = arith.divf %a, %s : f32
    %1 = arith.divf %b, %s : f32
    %2 = arith.subf %0, %1 : f32
    neo.yield %2 : f32
  }
  return %r : tensor<8xf32>
}
