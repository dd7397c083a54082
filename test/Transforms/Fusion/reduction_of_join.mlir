// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-fuse))' | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-fuse))" %s

// A maximum reads the eight tensors of a concatenation, not the concatenation.
// Its loop is split at their bounds.

// CHECK-LABEL: func.func @f(
// CHECK-NEXT:    neo.compute [i: 512] max [j: 512] %arg0[i, j] if (j < 64)
// CHECK-NOT:     neo.compute
func.func @f(%x0: tensor<512x64xf32>, %x1: tensor<512x64xf32>,
             %x2: tensor<512x64xf32>, %x3: tensor<512x64xf32>,
             %x4: tensor<512x64xf32>, %x5: tensor<512x64xf32>,
             %x6: tensor<512x64xf32>, %x7: tensor<512x64xf32>) -> tensor<512xf32> {
  %0 = neo.compute [i: 512, j: 512]
      %x0[i, j] if (j < 64) else -0.0,
      %x1[i, j - 64] if (j >= 64, j < 128) else -0.0,
      %x2[i, j - 128] if (j >= 128, j < 192) else -0.0,
      %x3[i, j - 192] if (j >= 192, j < 256) else -0.0,
      %x4[i, j - 256] if (j >= 256, j < 320) else -0.0,
      %x5[i, j - 320] if (j >= 320, j < 384) else -0.0,
      %x6[i, j - 384] if (j >= 384, j < 448) else -0.0,
      %x7[i, j - 448] if (j >= 448) else -0.0
     : (tensor<512x64xf32>, tensor<512x64xf32>, tensor<512x64xf32>, tensor<512x64xf32>,
        tensor<512x64xf32>, tensor<512x64xf32>, tensor<512x64xf32>, tensor<512x64xf32>)
       -> tensor<512x512xf32> {
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %a3: f32, %a4: f32, %a5: f32, %a6: f32, %a7: f32):
    %1 = arith.addf %a0, %a1 : f32
    %2 = arith.addf %1, %a2 : f32
    %3 = arith.addf %2, %a3 : f32
    %4 = arith.addf %3, %a4 : f32
    %5 = arith.addf %4, %a5 : f32
    %6 = arith.addf %5, %a6 : f32
    %7 = arith.addf %6, %a7 : f32
    neo.yield %7 : f32
  }
  %m = neo.compute [i: 512] max [j: 512] %0[i, j]
     : (tensor<512x512xf32>) -> tensor<512xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  return %m : tensor<512xf32>
}
