// RUN: neo-opt --neo-autodiff=functions=f %s | FileCheck %s

// No gradient is asked for what no argument reaches: %t comes from outside of
// the differentiated arguments, so the loop back has no sum for it.

func.func @f(%h: tensor<f32>, %x: tensor<3xf32>, %t: tensor<f32> {neo.constant})
    -> tensor<f32> {
  %0 = neo.scan @step steps 3 carry(%h) over(%x) with(%t)
     : (tensor<f32>, tensor<3xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @step(%h: tensor<f32>, %x: tensor<f32>, %t: tensor<f32>)
    -> tensor<f32> {
  %0 = neo.compute [] %h[], %x[], %t[]
     : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32> {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %q = arith.mulf %p, %c : f32
    neo.yield %q : f32
  }
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @f_vjp(
// CHECK:         neo.scan @step_marked_back steps 3 reverse carry(%{{[a-z0-9]+}}) over(
// CHECK-SAME:      with(%{{[a-z0-9]+}}) : ({{.*}}) -> (tensor<f32>, tensor<3xf32>){{$}}
// CHECK:       func.func private @step_marked(
// CHECK-SAME:      %{{.*}}: tensor<f32>, %{{.*}}: tensor<f32>, %{{.*}}: tensor<f32> {neo.constant})
