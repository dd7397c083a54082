// RUN: neo-opt --convert-neo-to-vector --split-input-file --verify-diagnostics %s

// The batch is indexed by a loop of its own, and by nothing else (Batch.h, B2).

module attributes {neo.batch = 127 : i64} {
  func.func @one_item(%x: tensor<127x8xf32>) -> tensor<8xf32> {
    // expected-error@+1 {{dimension 0 of operand #0, the batch, is indexed by more than a loop variable of its own; use one alone, or item 0 (B2)}}
    %0 = neo.compute [i: 8] %x[3, i] : (tensor<127x8xf32>) -> tensor<8xf32> {
    ^bb0(%a: f32):
      neo.yield %a : f32
    }
    return %0 : tensor<8xf32>
  }
}

// -----

module attributes {neo.batch = 127 : i64} {
  func.func @other_tensor(%t: tensor<1000xf32>) -> tensor<127xf32> {
    // expected-error@+1 {{loop 'b' over the batch is in the index of dimension 0 of operand #0, which is not the batch; use it as the whole index of the batch (B2)}}
    %0 = neo.compute [b: 127] %t[b] : (tensor<1000xf32>) -> tensor<127xf32> {
    ^bb0(%a: f32):
      neo.yield %a : f32
    }
    return %0 : tensor<127xf32>
  }
}
