// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-fuse,neo-group))' | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-fuse,neo-group))" %s

// A concatenation of pieces that are shorter than two vectors stays a kernel of
// its own. In the maximum of its rows, each vector would compute masks for all.

// CHECK-LABEL: func.func @f(
// CHECK-NEXT:    %[[JOINED:.*]] = neo.compute [i: 512, j: 128]
// CHECK:         neo.compute [i: 512] max [j: 128] %[[JOINED]][i, j]
func.func @f(%x0: tensor<512x16xf32>, %x1: tensor<512x16xf32>,
             %x2: tensor<512x16xf32>, %x3: tensor<512x16xf32>,
             %x4: tensor<512x16xf32>, %x5: tensor<512x16xf32>,
             %x6: tensor<512x16xf32>, %x7: tensor<512x16xf32>) -> tensor<512xf32> {
  %0 = neo.compute [i: 512, j: 128]
      %x0[i, j] if (j < 16) else -0.0,
      %x1[i, j - 16] if (j >= 16, j < 32) else -0.0,
      %x2[i, j - 32] if (j >= 32, j < 48) else -0.0,
      %x3[i, j - 48] if (j >= 48, j < 64) else -0.0,
      %x4[i, j - 64] if (j >= 64, j < 80) else -0.0,
      %x5[i, j - 80] if (j >= 80, j < 96) else -0.0,
      %x6[i, j - 96] if (j >= 96, j < 112) else -0.0,
      %x7[i, j - 112] if (j >= 112) else -0.0
     : (tensor<512x16xf32>, tensor<512x16xf32>, tensor<512x16xf32>, tensor<512x16xf32>,
        tensor<512x16xf32>, tensor<512x16xf32>, tensor<512x16xf32>, tensor<512x16xf32>)
       -> tensor<512x128xf32> {
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
  %m = neo.compute [i: 512] max [j: 128] %0[i, j]
     : (tensor<512x128xf32>) -> tensor<512xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  return %m : tensor<512xf32>
}
