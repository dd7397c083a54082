// RUN: neo-opt %s --canonicalize | FileCheck %s
// RUN: neo-run --entry=holds --check-pipeline="builtin.module(func.func(canonicalize))" %s
// RUN: neo-run --entry=never --check-pipeline="builtin.module(func.func(canonicalize))" %s

// Conditions that always hold and divisions that the extents decide are gone.
// CHECK-LABEL: func.func @holds
// CHECK: neo.compute [i: 50] sum [j: 4] %arg0[0, i], %arg1[i] if (i - 2 >= 0) else 1.000000e+00 where (i + j < 52)
func.func @holds(%A: tensor<2x64xf32>, %B: tensor<50xf32>) -> tensor<50xf32> {
  %0 = neo.compute [i: 50] sum [j: 4]
         %A[i floordiv 64, i mod 64], %B[i] if (i >= 2, i < 60) else 1.0
         where (i + j < 52, i + j >= 0)
     : (tensor<2x64xf32>, tensor<50xf32>) -> tensor<50xf32> {
  ^bb0(%a: f32, %b: f32):
    %1 = arith.mulf %a, %b : f32
    neo.yield %1 : f32
  }
  return %0 : tensor<50xf32>
}

// A read that is always padded is its pad.
// CHECK-LABEL: func.func @never
// CHECK: neo.compute [i: 50] %arg0[i] : (tensor<60xf32>)
// CHECK: arith.constant 3.0
// CHECK: arith.addf %{{.*}}, %{{.*}} : f32
func.func @never(%A: tensor<60xf32>) -> tensor<50xf32> {
  %0 = neo.compute [i: 50] %A[i], %A[i + 5] if (i >= 50, i < 52) else 3.0
     : (tensor<60xf32>, tensor<60xf32>) -> tensor<50xf32> {
  ^bb0(%a: f32, %b: f32):
    %1 = arith.addf %a, %b : f32
    neo.yield %1 : f32
  }
  return %0 : tensor<50xf32>
}

// Where there is no step, nothing is said.
// CHECK-LABEL: func.func @empty
// CHECK: if (i < 2)
func.func @empty(%A: tensor<60xf32>) -> tensor<0xf32> {
  %0 = neo.compute [i: 0] %A[i] if (i < 2) else 3.0 : (tensor<60xf32>) -> tensor<0xf32> {
  ^bb0(%a: f32):
    %1 = arith.negf %a : f32
    neo.yield %1 : f32
  }
  return %0 : tensor<0xf32>
}
