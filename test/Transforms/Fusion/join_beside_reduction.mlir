// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-fuse,neo-group))' | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-fuse,neo-group))" %s

// A concatenation of four tensors stays a kernel of its own, whose loop is
// split at the bounds. In the maximum of its rows, each vector would compute
// masks for all of them.

// CHECK-LABEL: func.func @f(
// CHECK-NEXT:    %[[JOINED:.*]] = neo.compute [i: 512, j: 256]
// CHECK:         neo.compute [i: 512] max [j: 256] %[[JOINED]][i, j]
func.func @f(%a: tensor<512x64xf32>, %b: tensor<512x64xf32>,
             %c: tensor<512x64xf32>, %d: tensor<512x64xf32>) -> tensor<512xf32> {
  %0 = neo.compute [i: 512, j: 256]
      %a[i, j] if (j < 64) else -0.0,
      %b[i, j - 64] if (j >= 64, j < 128) else -0.0,
      %c[i, j - 128] if (j >= 128, j < 192) else -0.0,
      %d[i, j - 192] if (j >= 192) else -0.0
     : (tensor<512x64xf32>, tensor<512x64xf32>, tensor<512x64xf32>, tensor<512x64xf32>)
       -> tensor<512x256xf32> {
  ^bb0(%w: f32, %x: f32, %y: f32, %z: f32):
    %1 = arith.addf %w, %x : f32
    %2 = arith.addf %1, %y : f32
    %3 = arith.addf %2, %z : f32
    neo.yield %3 : f32
  }
  %m = neo.compute [i: 512] max [j: 256] %0[i, j]
     : (tensor<512x256xf32>) -> tensor<512xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  return %m : tensor<512xf32>
}
