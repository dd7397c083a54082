// RUN: neo-opt %s --verify-diagnostics

func.func @attribute_given_twice(%A: tensor<4xf32>) {
  // expected-error @below {{attribute 'maps' occurs more than once}}
  %0 = neo.compute [i: 4] %A[i] {maps = []} : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
}
