// RUN: neo-opt %s --neo-fuse --canonicalize | FileCheck %s
// RUN: neo-run --entry=shifted --check-pipeline="builtin.module(func.func(neo-fuse))" %s

// A read padded with zeros reads through an expression that is 0 at zeros: its
// own reads are padded.
// CHECK-LABEL: func.func @shifted
// CHECK: neo.compute [i: 64] %arg0[i - 1] if (i - 1 >= 0) else 0.000000e+00, %arg1[i - 1] if (i - 1 >= 0) else 0.000000e+00
// CHECK-NOT: neo.compute
func.func @shifted(%x: tensor<64xf32>, %y: tensor<64xf32>) -> tensor<64xf32> {
  %t = neo.compute [i: 64] %x[i], %y[i] : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  %s = neo.compute [i: 64] %t[i - 1] if (i - 1 >= 0) else 0.0 : (tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    %0 = arith.negf %a : f32
    neo.yield %0 : f32
  }
  return %s : tensor<64xf32>
}

// Zeros give a product -0.0, which the pad is not: both stay.
// CHECK-LABEL: func.func @signs
// CHECK: neo.compute [i: 64] %arg0[i]
// CHECK: neo.compute [i: 64] %{{.*}}[i - 1] if (i - 1 >= 0) else 0.000000e+00
func.func @signs(%x: tensor<64xf32>) -> tensor<64xf32> {
  %t = neo.compute [i: 64] %x[i] : (tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    %0 = arith.negf %a : f32
    neo.yield %0 : f32
  }
  %s = neo.compute [i: 64] %t[i - 1] if (i - 1 >= 0) else 0.0 : (tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    %0 = math.exp %a : f32
    neo.yield %0 : f32
  }
  return %s : tensor<64xf32>
}
