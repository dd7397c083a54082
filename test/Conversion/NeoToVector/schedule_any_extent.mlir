// RUN: env NEO_TARGET=avx512 neo-opt --neo-optimize --neo-schedule %s | FileCheck %s

// Tiles at the edges of so many are counted among some of them: no search over all,
// which took minutes.

// CHECK: neo.compute [x: 3000000000] sum [r: 3]
// CHECK-SAME: neo.schedule = "vector [x:
func.func @f(%a: tensor<3000000000xf32>, %b: tensor<3xf32>) -> tensor<3000000000xf32> {
  %0 = neo.compute [x: 3000000000] sum [r: 3]
         %a[x + r - 1] if (x + r >= 1, x + r < 3000000001) else 0.0, %b[r]
     : (tensor<3000000000xf32>, tensor<3xf32>) -> tensor<3000000000xf32> {
  ^bb0(%p: f32, %q: f32):
    %m = arith.mulf %p, %q : f32
    neo.yield %m : f32
  }
  return %0 : tensor<3000000000xf32>
}
