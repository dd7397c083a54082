// A sum over all rows leaves the kernel of the rows: blocks have no order. What it reads
// from there becomes a result.
// RUN: neo-opt %s --neo-schedule-gpu | FileCheck %s

// CHECK: %[[R:.*]]:2 = neo.kernel [i: 512] (%[[A:.*]] = %arg0) : (tensor<512x128xf32>) -> (tensor<512x128xf32>, tensor<512xf32>)
// CHECK:   %[[M:.*]] = neo.compute [i: 512] max [j: 128] %[[A]][i, j]
// CHECK:   %[[Y:.*]] = neo.compute [i: 512, j: 128] %[[A]][i, j], %[[M]][i]
// CHECK:   neo.results %[[Y]], %[[M]]
// CHECK: %[[S:.*]] = neo.compute [j: 128] sum [i: 512] %arg0[i, j], %[[R]]#1[i]
// CHECK: return %[[S]], %[[R]]#0
func.func @main(%x: tensor<512x128xf32>)
    -> (tensor<128xf32>, tensor<512x128xf32>) {
  %r:2 = neo.kernel [i: 512] (%a = %x)
       : (tensor<512x128xf32>) -> (tensor<128xf32>, tensor<512x128xf32>) {
    %m = neo.compute [i: 512] max [j: 128] %a[i, j] : (tensor<512x128xf32>) -> tensor<512xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %s = neo.compute [j: 128] sum [i: 512] %a[i, j], %m[i]
       : (tensor<512x128xf32>, tensor<512xf32>) -> tensor<128xf32> {
    ^bb0(%v: f32, %w: f32):
      %0 = arith.mulf %v, %w : f32
      neo.yield %0 : f32
    }
    %y = neo.compute [i: 512, j: 128] %a[i, j], %m[i]
       : (tensor<512x128xf32>, tensor<512xf32>) -> tensor<512x128xf32> {
    ^bb0(%v: f32, %w: f32):
      %0 = arith.subf %v, %w : f32
      neo.yield %0 : f32
    }
    neo.results %s, %y : tensor<128xf32>, tensor<512x128xf32>
  }
  return %r#0, %r#1 : tensor<128xf32>, tensor<512x128xf32>
}
