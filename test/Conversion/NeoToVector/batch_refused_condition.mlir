// RUN: neo-opt --convert-neo-to-vector --split-input-file --verify-diagnostics %s

// No condition and no position depends on how many items there are (Batch.h,
// B3).

module attributes {neo.batch = 127 : i64} {
  func.func @condition(%x: tensor<127xf32>) -> tensor<f32> {
    // expected-error@+1 {{a condition compares loop 'b' over the batch with more than 0, the first item; pass a tensor of weights or of truth values that says which items count (B3)}}
    %0 = neo.compute [] sum [b: 127] %x[b] where (b < 100)
       : (tensor<127xf32>) -> tensor<f32> {
    ^bb0(%a: f32):
      neo.yield %a : f32
    }
    return %0 : tensor<f32>
  }
}

// -----

module attributes {neo.batch = 127 : i64} {
  func.func @position(%x: tensor<127xf32>) -> tensor<i64> {
    // expected-error@+1 {{it counts positions over two loops over the batch; find them one after the other (B3)}}
    %0 = neo.compute [] argmax [b: 127, c: 127] %x[b], %x[c]
       : (tensor<127xf32>, tensor<127xf32>) -> tensor<i64> {
    ^bb0(%a: f32, %b: f32):
      %p = arith.mulf %a, %b : f32
      neo.yield %p : f32
    }
    return %0 : tensor<i64>
  }
}
