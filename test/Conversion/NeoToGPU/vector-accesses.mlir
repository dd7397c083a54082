// Accesses are of 128 bits where the layout proves them contiguous and aligned: those
// of %x and the result, not those of %z, which begins one element later.
// RUN: neo-opt %s --neo-schedule-gpu --convert-neo-to-gpu --canonicalize --cse | FileCheck %s

// CHECK: gpu.func @main_kernel0(%[[X:.*]]: memref<8388608xf32> {{.*}}, %[[Z:.*]]: memref<8392704xf32> {{.*}}, %[[Y:.*]]: memref<8388608xf32>
// CHECK: vector.load %[[X]]{{.*}} {alignment = 16 : i64} : memref<8388608xf32>, vector<4xf32>
// CHECK-COUNT-4: memref.load %[[Z]]
// CHECK: vector.store {{.*}}, %[[Y]]{{.*}} {alignment = 16 : i64}
func.func @main(%x: tensor<4096x2048xf32>, %z: tensor<4096x2049xf32>)
    -> tensor<4096x2048xf32> {
  %y = neo.compute [i: 4096, j: 2048] %x[i, j], %z[i, j + 1]
     : (tensor<4096x2048xf32>, tensor<4096x2049xf32>) -> tensor<4096x2048xf32> {
  ^bb0(%a: f32, %c: f32):
    %0 = arith.mulf %a, %c : f32
    neo.yield %0 : f32
  }
  return %y : tensor<4096x2048xf32>
}
