// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// B may begin anywhere in a cache line: its panel begins as many elements
// earlier as make vectors whole lines, and one more square, of which only so
// many lanes are read, makes up for that.

func.func @f(%A: tensor<9x64xf32>, %B: tensor<64x64xf32>) -> tensor<9x64xf32> {
  %C = neo.compute [i: 9, j: 64] sum [k: 64] %A[i, k], %B[j, k]
       {neo.schedule = "vector [j: 16] tile [i: 7, j: 2] order [j, i] pack [1]"}
     : (tensor<9x64xf32>, tensor<64x64xf32>) -> tensor<9x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<9x64xf32>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: memref<576xf32>
// CHECK-SAME:    %[[B:[a-z0-9]+]]: memref<4096xf32>
// CHECK:         %[[PANEL:.*]] = memref.alloca() {{.*}} : memref<2560xf32>
// CHECK:         memref.extract_aligned_pointer_as_index %[[B]]
// CHECK:         %[[PAST:.*]] = arith.remui {{.*}}, %c16
// CHECK:         %[[SHIFT:.*]] = arith.minui %[[PAST]]
// CHECK:         %[[FROM:.*]] = arith.subi {{.*}}, %[[SHIFT]]
// CHECK-COUNT-16: vector.load %[[B]]
// CHECK:         scf.if
// CHECK:           vector.create_mask %[[SHIFT]] : vector<16xi1>
// CHECK-COUNT-16:  vector.maskedload %[[B]]
// CHECK:         arith.muli %[[SHIFT]], %c32
// CHECK:         vector.load %[[PANEL]]
