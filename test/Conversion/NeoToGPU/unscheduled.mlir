// RUN: neo-opt %s --convert-neo-to-gpu --verify-diagnostics

func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{has no schedule for a GPU: run neo-schedule-gpu, or write the attribute 'neo.gpu'}}
  %y = neo.compute [i: 8] %x[i] : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %y : tensor<8xf32>
}
