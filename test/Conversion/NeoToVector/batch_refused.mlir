// RUN: neo-opt --convert-neo-to-vector --split-input-file --verify-diagnostics %s

// What is not the same for every number of items is refused (Batch.h).

module attributes {neo.batch = 127 : i64} {
  // expected-error@+1 {{func.func in line 7 cannot serve every batch size: the batch is more than one dimension of 'tensor<127x4x127xf32>'; compute over one of them at a time, or leave out batch= (B1)}}
  func.func private @twice(%x: tensor<127x4x127xf32>)
}

// -----

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

// -----

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

// -----

module attributes {neo.batch = 127 : i64} {
  func.func @chosen_items(%x: tensor<127xf32>, %i: tensor<9xi64>) -> tensor<9xf32> {
    // expected-error@+1 {{data says which items of operand #0 it is about, in dimension 0; use each, by a loop variable (B4)}}
    %0 = neo.gather [i: 9] %x[%i[i]]
       : (tensor<127xf32>, tensor<9xi64>) -> tensor<9xf32>
    return %0 : tensor<9xf32>
  }
}

// -----

module attributes {neo.batch = 127 : i64} {
  func.func private @step(%h: tensor<f32>, %x: tensor<f32>) -> tensor<f32> {
    return %x : tensor<f32>
  }
  func.func @scan(%h: tensor<f32>, %x: tensor<127xf32>) -> tensor<f32> {
    // expected-error@+1 {{its steps are the items of the batch; scan over another dimension, or leave out batch= (B4)}}
    %0 = neo.scan @step steps 127 carry(%h) over(%x)
       : (tensor<f32>, tensor<127xf32>) -> (tensor<f32>)
    return %0 : tensor<f32>
  }
}

// -----

module attributes {neo.batch = 2 : i64} {
  func.func @values() -> tensor<2xf32> {
    // expected-error@+1 {{a constant tensor has as many items as it has values; pass it as an argument (B1)}}
    %0 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
