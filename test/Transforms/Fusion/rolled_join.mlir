// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-fuse))' | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-fuse))" %s

// Behind a roll, no section of the loop reads one tensor alone: with a mask for
// each of eight, no lanes would be left.

// CHECK-LABEL: func.func @f(
// CHECK-NEXT:    %[[JOINED:.*]] = neo.compute [i: 4, j: 296] %arg0
// CHECK:         neo.compute [i: 4, j: 296] %[[JOINED]][i, (j + 5) mod 296]
func.func @f(%x0: tensor<4x37xf32>, %x1: tensor<4x37xf32>,
             %x2: tensor<4x37xf32>, %x3: tensor<4x37xf32>,
             %x4: tensor<4x37xf32>, %x5: tensor<4x37xf32>,
             %x6: tensor<4x37xf32>, %x7: tensor<4x37xf32>) -> tensor<4x296xf32> {
  %0 = neo.compute [i: 4, j: 296]
      %x0[i, j] if (j < 37) else -0.0,
      %x1[i, j - 37] if (j >= 37, j < 74) else -0.0,
      %x2[i, j - 74] if (j >= 74, j < 111) else -0.0,
      %x3[i, j - 111] if (j >= 111, j < 148) else -0.0,
      %x4[i, j - 148] if (j >= 148, j < 185) else -0.0,
      %x5[i, j - 185] if (j >= 185, j < 222) else -0.0,
      %x6[i, j - 222] if (j >= 222, j < 259) else -0.0,
      %x7[i, j - 259] if (j >= 259) else -0.0
     : (tensor<4x37xf32>, tensor<4x37xf32>, tensor<4x37xf32>, tensor<4x37xf32>,
        tensor<4x37xf32>, tensor<4x37xf32>, tensor<4x37xf32>, tensor<4x37xf32>)
       -> tensor<4x296xf32> {
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
  %r = neo.compute [i: 4, j: 296] %0[i, (j + 5) mod 296]
     : (tensor<4x296xf32>) -> tensor<4x296xf32> {
  ^bb0(%x: f32):
    %s = arith.addf %x, %x : f32
    neo.yield %s : f32
  }
  return %r : tensor<4x296xf32>
}
