// RUN: neo-opt --convert-neo-to-vector --split-input-file --verify-diagnostics %s

// What is not the same for every number of items is refused (Batch.h).

module attributes {neo.batch = 127 : i64} {
  // expected-error@+1 {{func.func in line 7 cannot serve every batch size: the batch is a dimension of 'tensor<4x127xf32>' besides the first; make it the first one (B1)}}
  func.func private @second_dimension(%x: tensor<4x127xf32>)
}

// -----

module attributes {neo.batch = 127 : i64} {
  func.func @one_item(%x: tensor<127x8xf32>) -> tensor<8xf32> {
    // expected-error@+1 {{operand #0 is read at some items of the batch; read it at each, by a loop variable alone (B2)}}
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
    // expected-error@+1 {{loop 'b' over the batch is part of an index of operand #0; use it as the whole first index of tensors with a batch (B2)}}
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
    // expected-error@+1 {{a condition mentions loop 'b' over the batch; treat all items alike (B2)}}
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
  func.func @number_of_item() -> tensor<127xi64> {
    // expected-error@+1 {{the body uses the value of loop 'b' over the batch; pass a tensor of numbers (B3)}}
    %0 = neo.compute [b: 127] : () -> tensor<127xi64> {
      %i = neo.index 0 : index
      %v = arith.index_cast %i : index to i64
      neo.yield %v : i64
    }
    return %0 : tensor<127xi64>
  }
}

// -----

module attributes {neo.batch = 127 : i64} {
  func.func @position(%x: tensor<127xf32>) -> tensor<i64> {
    // expected-error@+1 {{it counts positions over the batch; count them over other loops (B3)}}
    %0 = neo.compute [] argmax [b: 127] %x[b] : (tensor<127xf32>) -> tensor<i64> {
    ^bb0(%a: f32):
      neo.yield %a : f32
    }
    return %0 : tensor<i64>
  }
}

// -----

module attributes {neo.batch = 127 : i64} {
  func.func @chosen_items(%x: tensor<127xf32>, %i: tensor<9xi64>) -> tensor<9xf32> {
    // expected-error@+1 {{data says which items of operand #0 it is about; use each, by a loop variable (B4)}}
    %0 = neo.gather [i: 9] %x[%i[i]]
       : (tensor<127xf32>, tensor<9xi64>) -> tensor<9xf32>
    return %0 : tensor<9xf32>
  }
}

// -----

module attributes {neo.batch = 127 : i64} {
  func.func private @step(%h: tensor<127xf32>) -> tensor<127xf32> {
    return %h : tensor<127xf32>
  }
  func.func @scan(%h: tensor<127xf32>) -> tensor<127xf32> {
    // expected-error@+1 {{a loop over time is compiled for one size of the batch; leave out batch= (B4)}}
    %0 = neo.scan @step steps 3 carry(%h) : (tensor<127xf32>) -> (tensor<127xf32>)
    return %0 : tensor<127xf32>
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
