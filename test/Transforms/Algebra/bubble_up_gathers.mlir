// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-bubble-up-gathers{explain}),canonicalize)' 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t

// One element of each row is picked through two pointwise operators. That of x
// is gathered, and its function computed for 4 elements instead of 36. The
// integer indexes neither m nor z, which are read as they are.

// REMARK-COUNT-2: remark: reads the operands of a pointwise operator, of which other elements are not needed here

// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<4x9xf32>, %[[M:[^:]*]]: tensor<4xf32>, %[[Z:[^:]*]]: tensor<4xf32>, %[[T:[^:]*]]: tensor<4xi32>
// CHECK-NEXT:    %[[G:.*]] = neo.gather [i: 4] %[[X]][i, %[[T]][i]]
// CHECK-NEXT:    %[[D:.*]] = neo.compute [i: 4] %[[G]][i], %[[M]][i] :
// CHECK:         neo.compute [i: 4] %[[D]][i], %[[Z]][i] :
// CHECK-NOT:     4x9xf32
func.func @f(%x: tensor<4x9xf32>, %m: tensor<4xf32>, %z: tensor<4xf32>, %t: tensor<4xi32>)
    -> tensor<4xf32> {
  %0 = neo.compute [i: 4, j: 9] %x[i, j], %m[i]
     : (tensor<4x9xf32>, tensor<4xf32>) -> tensor<4x9xf32> {
  ^bb0(%a: f32, %b: f32):
    %1 = arith.subf %a, %b : f32
    neo.yield %1 : f32
  }
  %1 = neo.compute [i: 4, j: 9] %0[i, j], %z[i]
     : (tensor<4x9xf32>, tensor<4xf32>) -> tensor<4x9xf32> {
  ^bb0(%a: f32, %b: f32):
    %2 = arith.divf %a, %b : f32
    neo.yield %2 : f32
  }
  %2 = neo.gather [i: 4] %1[i, %t[i]] : (tensor<4x9xf32>, tensor<4xi32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
