// RUN: neo-opt %s --verify-diagnostics

// (K1) The arguments of the region are the operands.

func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{takes other tensors than its operands: the arguments of its region must have their types (K1)}}
  %0 = "neo.kernel"(%x) <{extents = array<i64: 8>, loops = ["i"]}> ({
  ^bb0(%a: tensor<9xf32>):
    %s = neo.compute [i: 8] %a[i] : (tensor<9xf32>) -> tensor<8xf32> {
    ^bb0(%v: f32):
      %m = arith.mulf %v, %v : f32
      neo.yield %m : f32
    }
    "neo.results"(%s) : (tensor<8xf32>) -> ()
  }) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
