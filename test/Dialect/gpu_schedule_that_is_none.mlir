// RUN: neo-opt %s --verify-diagnostics

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{neo.gpu is 5 : i64, which is no schedule of a GPU for this: write #neo.gpu_schedule<...>}}
  %y = neo.compute [i: 4] %x[i] {neo.gpu = 5}
     : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %y : tensor<4xf32>
}
