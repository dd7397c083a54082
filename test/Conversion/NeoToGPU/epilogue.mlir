// What follows a product element by element is its epilogue: the statement splits its
// loops as the product does, and reads the sums from the registers of the same thread.
// RUN: neo-opt %s --neo-schedule-gpu | FileCheck %s --check-prefix SCHEDULE
// RUN: neo-opt %s --neo-schedule-gpu --convert-neo-to-gpu | FileCheck %s

// SCHEDULE: sum [k: 512]
// SCHEDULE-SAME: blocks [[B:[0-9]+]] threads [[T:[0-9]+]] shared [[S:[0-9]+]] axes[<[0] = [[ROWS:.*]]>, <[1] = [[COLUMNS:.*]]>, <[2] =
// SCHEDULE: neo.compute [i: 2048, j: 2048] %{{.*}}[i, j]
// SCHEDULE-SAME: blocks [[B]] threads [[T]] shared [[S]] axes[<[0] = [[ROWS]]>, <[1] = [[COLUMNS]]>] reads[<registers
// CHECK: neo.gpu_launch
// CHECK-NOT: neo.gpu_launch
// CHECK: gpu.func
// CHECK: scf.for
// CHECK: math.fma
// CHECK-NOT: memref.store
// CHECK: vector.load %arg2
// CHECK: arith.addf
// CHECK: arith.maximumf
// CHECK: vector.store {{.*}}, %arg3
// CHECK-NOT: gpu.func
func.func @main(%A: tensor<2048x512xf32>, %B: tensor<512x2048xf32>, %b: tensor<2048xf32>)
    -> tensor<2048x2048xf32> {
  %r = neo.kernel [i: 2048, j: 2048] (%x = %A, %w = %B, %c = %b)
     : (tensor<2048x512xf32>, tensor<512x2048xf32>, tensor<2048xf32>)
    -> tensor<2048x2048xf32> {
    %p = neo.compute [i: 2048, j: 2048] sum [k: 512] %x[i, k], %w[k, j]
       : (tensor<2048x512xf32>, tensor<512x2048xf32>) -> tensor<2048x2048xf32> {
    ^bb0(%u: f32, %v: f32):
      %0 = arith.mulf %u, %v : f32
      neo.yield %0 : f32
    }
    %y = neo.compute [i: 2048, j: 2048] %p[i, j], %c[j]
       : (tensor<2048x2048xf32>, tensor<2048xf32>) -> tensor<2048x2048xf32> {
    ^bb0(%u: f32, %v: f32):
      %zero = arith.constant 0.0 : f32
      %0 = arith.addf %u, %v : f32
      %1 = arith.maximumf %0, %zero : f32
      neo.yield %1 : f32
    }
    neo.results %y : tensor<2048x2048xf32>
  }
  return %r : tensor<2048x2048xf32>
}
