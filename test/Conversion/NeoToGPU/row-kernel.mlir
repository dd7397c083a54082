// Statements that share rows become one kernel: the row of a warp stays in registers,
// so the tensor is read once and written once.
// RUN: neo-opt %s --neo-schedule-gpu --convert-neo-to-gpu --canonicalize --cse | FileCheck %s

// CHECK: neo.gpu_launch @kernels::@main_kernel0(%arg0) blocks 64 threads 256 shared 0
// CHECK: gpu.func @main_kernel0(%[[X:.*]]: memref<65536xf32> {{.*}}, %[[Y:.*]]: memref<65536xf32>
// CHECK: vector.load %[[X]]
// CHECK: math.exp
// CHECK-COUNT-10: gpu.shuffle xor
// CHECK-NOT: vector.load
// CHECK: arith.divf
// CHECK: vector.store {{.*}}, %[[Y]]
// CHECK-NEXT: gpu.return
func.func @main(%x: tensor<512x128xf32>) -> tensor<512x128xf32> {
  %p = neo.kernel [i: 512] (%a = %x) : (tensor<512x128xf32>) -> tensor<512x128xf32> {
    %e = neo.compute [i: 512, j: 128] %a[i, j]
       : (tensor<512x128xf32>) -> tensor<512x128xf32> {
    ^bb0(%v: f32):
      %0 = math.exp %v : f32
      neo.yield %0 : f32
    }
    %m = neo.compute [i: 512] max [j: 128] %a[i, j] : (tensor<512x128xf32>) -> tensor<512xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %s = neo.compute [i: 512] sum [j: 128] %e[i, j] : (tensor<512x128xf32>) -> tensor<512xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %y = neo.compute [i: 512, j: 128] %e[i, j], %s[i], %m[i]
       : (tensor<512x128xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<512x128xf32> {
    ^bb0(%v: f32, %w: f32, %u: f32):
      %0 = arith.divf %v, %w : f32
      %1 = arith.mulf %0, %u : f32
      neo.yield %1 : f32
    }
    neo.results %y : tensor<512x128xf32>
  }
  return %p : tensor<512x128xf32>
}
