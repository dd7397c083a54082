// RUN: neo-opt --convert-neo-to-vector --split-input-file --verify-diagnostics %s

// The batch is one dimension of a tensor that is passed in (Batch.h, B1).

module attributes {neo.batch = 127 : i64} {
  // expected-error@+1 {{func.func in line 7 cannot serve every batch size: the batch is more than one dimension of 'tensor<127x4x127xf32>'; compute over one of them at a time, or leave out batch= (B1)}}
  func.func private @twice(%x: tensor<127x4x127xf32>)
}

// -----

module attributes {neo.batch = 2 : i64} {
  func.func @values() -> tensor<2xf32> {
    // expected-error@+1 {{a constant tensor has as many items as it has values; pass it as an argument (B1)}}
    %0 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
