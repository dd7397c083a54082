// Both bounds of an index are one unsigned comparison: four bounds, two comparisons.
// RUN: neo-opt %s --neo-schedule-gpu --convert-neo-to-gpu | FileCheck %s

// CHECK: gpu.func @main_kernel0
// CHECK-COUNT-2: arith.cmpi ule
// CHECK-NOT: arith.cmpi sge
// CHECK: memref.load %arg0
func.func @main(%x: tensor<37x53xf32>) -> tensor<37x53xf32> {
  %y = neo.compute [i: 37, j: 53] %x[i - 2, j + i - 30]
         if (i - 2 >= 0, -i + 30 >= 0, j + i - 30 >= 0, -j - i + 82 >= 0) else 0.0
     : (tensor<37x53xf32>) -> tensor<37x53xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %y : tensor<37x53xf32>
}
