// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-share-computes{explain=true}))' %s 2>&1 | FileCheck %s

// Alike and not equal: another tensor, another guard, a difference in another
// order, positions counted in another order. Equal and cheaper to compute again:
// an elementwise operator, transposed.

func.func @f(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>)
    -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8x8xf32>,
        tensor<8x8xf32>, tensor<i64>, tensor<i64>) {
  %0 = neo.compute [i: 8] sum [k: 8] %a[i, k] : (tensor<8x8xf32>) -> tensor<8xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  %1 = neo.compute [i: 8] sum [k: 8] %b[i, k] : (tensor<8x8xf32>) -> tensor<8xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  %2 = neo.compute [i: 8] sum [k: 8] %a[i, k] if (k >= 1) else 0.0
     : (tensor<8x8xf32>) -> tensor<8xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  %3 = neo.compute [i: 8, j: 8] %a[i, j], %b[i, j]
     : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32> {
  ^bb0(%x: f32, %y: f32):
    %d = arith.subf %x, %y : f32
    neo.yield %d : f32
  }
  %4 = neo.compute [j: 8, i: 8] %a[i, j], %b[i, j]
     : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32> {
  ^bb0(%x: f32, %y: f32):
    %d = arith.subf %x, %y : f32
    neo.yield %d : f32
  }
  %5 = neo.compute [] argmax [i: 8, j: 8] %a[i, j]
     : (tensor<8x8xf32>) -> tensor<i64> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  %6 = neo.compute [] argmax [j: 8, i: 8] %a[i, j]
     : (tensor<8x8xf32>) -> tensor<i64> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  return %0, %1, %2, %3, %4, %5, %6 : tensor<8xf32>, tensor<8xf32>,
    tensor<8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<i64>, tensor<i64>
}

// CHECK:         remark: it equals an earlier operator, transposed, and is computed again: that takes {{[0-9]+}} cycles, a copy {{[0-9]+}}
// CHECK-NOT:     computed once
// CHECK-LABEL:   func.func @f(
// CHECK-COUNT-7: neo.compute
