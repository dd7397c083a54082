// RUN: neo-opt --convert-neo-to-vector --split-input-file --verify-diagnostics %s

// Data does not choose items, and items are no steps (Batch.h, B4).

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
