// RUN: neo-opt --split-input-file --verify-diagnostics %s

func.func @no_set(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{neo.nonzero is 3 : i32, but must be an affine_set (C3)}}
  %0 = neo.compute [i: 4] %x[i] {neo.nonzero = 3 : i32}
     : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @other_loops(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{neo.nonzero must range over the 1 loops (C3)}}
  %0 = neo.compute [i: 4] %x[i] {neo.nonzero = affine_set<(i, j) : (i - j >= 0)>}
     : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}
