// RUN: neo-opt %s --split-input-file --verify-diagnostics
//
// (K1) The region takes one tensor per operand and gives one per result.

func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{takes other tensors than its operands}}
  "neo.kernel"(%x) <{extents = array<i64: 4>, loops = ["i"]}> ({
  ^bb0(%a: tensor<5xf32>):
    neo.results
  }) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{gives other tensors than its results: the operands of neo.results must have their types (K1)}}
  %0 = neo.kernel [i: 4] (%a = %x) : (tensor<4xf32>) -> tensor<4xf32> {
    neo.results
  }
  return %0 : tensor<4xf32>
}
