// RUN: neo-opt %s --canonicalize | FileCheck %s
// RUN: neo-run %s --entry=pack_unpack --check-pipeline="builtin.module(canonicalize)"
// RUN: neo-run %s --entry=pad_of_pad --check-pipeline="builtin.module(canonicalize)"
// RUN: neo-run %s --entry=other_pads --check-pipeline="builtin.module(canonicalize)"
// RUN: neo-run %s --entry=read_through --check-pipeline="builtin.module(canonicalize)"

// Unpack after pack is the identity, because the composed map is.
// CHECK-LABEL: func.func @pack_unpack
// CHECK-NEXT: return %arg0
func.func @pack_unpack(%A: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %0 = neo.compute [c: 2, x: 6, v: 4] %A[4 * c + v, x]
     : (tensor<8x6xf32>) -> tensor<2x6x4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %1 = neo.compute [c: 8, x: 6] %0[c floordiv 4, x, c mod 4]
     : (tensor<2x6x4xf32>) -> tensor<8x6xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %1 : tensor<8x6xf32>
}

// Guards with one pad become one guard.
// CHECK-LABEL: func.func @pad_of_pad
// CHECK: neo.compute [i: 8] %arg0[i - 2] if (i - 1 >= 0, i < 7, i - 2 >= 0, i < 6) else 0.0
// CHECK-NOT: neo.compute
func.func @pad_of_pad(%A: tensor<4xf32>) -> tensor<8xf32> {
  %0 = neo.compute [i: 6] %A[i - 1] if (i >= 1, i < 5) else 0.0
     : (tensor<4xf32>) -> tensor<6xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %1 = neo.compute [i: 8] %0[i - 1] if (i >= 1, i < 7) else 0.0
     : (tensor<6xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %1 : tensor<8xf32>
}

// Guards with different pads stay apart.
// CHECK-LABEL: func.func @other_pads
// CHECK-COUNT-2: neo.compute
func.func @other_pads(%A: tensor<4xf32>) -> tensor<8xf32> {
  %0 = neo.compute [i: 6] %A[i - 1] if (i >= 1, i < 5) else 0.0
     : (tensor<4xf32>) -> tensor<6xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %1 = neo.compute [i: 8] %0[i - 1] if (i >= 1, i < 7) else 1.0
     : (tensor<6xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %1 : tensor<8xf32>
}

// A contraction reads through a transpose.
// CHECK-LABEL: func.func @read_through
// CHECK-NEXT: neo.compute [i: 4, j: 5] sum [k: 6] %arg0[k, i], %arg1[k, j]
func.func @read_through(%A: tensor<6x4xf32>, %B: tensor<6x5xf32>) -> tensor<4x5xf32> {
  %T = neo.compute [i: 4, k: 6] %A[k, i] : (tensor<6x4xf32>) -> tensor<4x6xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %0 = neo.compute [i: 4, j: 5] sum [k: 6] %T[i, k], %B[k, j]
     : (tensor<4x6xf32>, tensor<6x5xf32>) -> tensor<4x5xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %0 : tensor<4x5xf32>
}
