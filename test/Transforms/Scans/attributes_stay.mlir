// RUN: neo-opt --neo-drop-unused-states --neo-hoist-from-scans %s | FileCheck %s

// Arguments and results of the step that stay keep their attributes, as does the loop.

// CHECK: neo.scan @step {{.*}} {my.scan}
// CHECK: @step(%{{.*}}: tensor<4xf32> {my.h}, %{{.*}}: tensor<4xf32> {my.x}, %{{.*}}: tensor<4xf32>)
// CHECK-SAME: -> (tensor<4xf32> {my.r0}, tensor<4xf32> {my.r3}) attributes {my.step}
func.func @main(%h: tensor<4xf32>, %k: tensor<4xf32>, %x: tensor<5x4xf32>, %w: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<5x4xf32>) {
  %r, %s, %y, %z = neo.scan @step steps 5 carry(%h, %k) over(%x) with(%w) {my.scan}
      : (tensor<4xf32>, tensor<4xf32>, tensor<5x4xf32>, tensor<4xf32>)
     -> (tensor<4xf32>, tensor<4xf32>, tensor<5x4xf32>, tensor<5x4xf32>)
  return %r, %z : tensor<4xf32>, tensor<5x4xf32>
}

func.func private @step(%h: tensor<4xf32> {my.h}, %k: tensor<4xf32> {my.k},
                        %x: tensor<4xf32> {my.x}, %w: tensor<4xf32> {my.w})
    -> (tensor<4xf32> {my.r0}, tensor<4xf32> {my.r1}, tensor<4xf32> {my.r2},
        tensor<4xf32> {my.r3}) attributes {my.step} {
  %e = neo.compute [i: 4] %w[i] : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%p: f32):
    %2 = math.exp %p : f32
    neo.yield %2 : f32
  }
  %g = neo.compute [i: 4] %h[i], %x[i], %e[i]
     : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%p: f32, %q: f32, %t: f32):
    %2 = arith.addf %p, %q : f32
    %3 = arith.mulf %2, %t : f32
    neo.yield %3 : f32
  }
  return %g, %k, %x, %g : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
