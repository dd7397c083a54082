// Statements without sums hold no row: a thread has one access of each tensor, and
// blocks share a row of 4096 elements.
// RUN: neo-opt %s --neo-schedule-gpu --convert-neo-to-gpu --canonicalize --cse | FileCheck %s

// CHECK: neo.gpu_launch @kernels::@main_kernel0(%arg0) blocks 8 threads 256 shared 0
// CHECK: gpu.func @main_kernel0(%[[X:.*]]: memref<8192xf32> {{.*}}, %[[Y:.*]]: memref<8192xf32> {{.*}}, %[[Z:.*]]: memref<8192xf32>
// CHECK: vector.load %[[X]]{{.*}} vector<4xf32>
// CHECK-NOT: vector.load
// CHECK: vector.store {{.*}}, %[[Y]]{{.*}} vector<4xf32>
// CHECK: vector.store {{.*}}, %[[Z]]{{.*}} vector<4xf32>
// CHECK-NOT: vector.store
// CHECK: gpu.return
func.func @main(%x: tensor<2x4096xf32>) -> (tensor<2x4096xf32>, tensor<2x4096xf32>) {
  %r:2 = neo.kernel [i: 2] (%a = %x)
       : (tensor<2x4096xf32>) -> (tensor<2x4096xf32>, tensor<2x4096xf32>) {
    %y = neo.compute [i: 2, j: 4096] %a[i, j]
       : (tensor<2x4096xf32>) -> tensor<2x4096xf32> {
    ^bb0(%v: f32):
      %0 = arith.mulf %v, %v : f32
      neo.yield %0 : f32
    }
    %z = neo.compute [i: 2, j: 4096] %a[i, j], %y[i, j]
       : (tensor<2x4096xf32>, tensor<2x4096xf32>) -> tensor<2x4096xf32> {
    ^bb0(%v: f32, %w: f32):
      %0 = arith.addf %v, %w : f32
      neo.yield %0 : f32
    }
    neo.results %y, %z : tensor<2x4096xf32>, tensor<2x4096xf32>
  }
  return %r#0, %r#1 : tensor<2x4096xf32>, tensor<2x4096xf32>
}
