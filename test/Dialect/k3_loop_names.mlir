// RUN: neo-opt %s --split-input-file --verify-diagnostics

// (K3) The shared loops have one extent and one identifier each.

func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{names 2 shared loops but has 1 extents (K3)}}
  %0 = "neo.kernel"(%x) <{extents = array<i64: 8>, loops = ["i", "j"]}> ({
  ^bb0(%a: tensor<8xf32>):
    %s = neo.compute [i: 8] %a[i] : (tensor<8xf32>) -> tensor<8xf32> {
    ^bb0(%v: f32):
      %m = arith.mulf %v, %v : f32
      neo.yield %m : f32
    }
    "neo.results"(%s) : (tensor<8xf32>) -> ()
  }) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{loop name 'a row' is not an identifier that an index can hold (K3)}}
  %0 = "neo.kernel"(%x) <{extents = array<i64: 8>, loops = ["a row"]}> ({
  ^bb0(%a: tensor<8xf32>):
    %s = neo.compute [i: 8] %a[i] : (tensor<8xf32>) -> tensor<8xf32> {
    ^bb0(%v: f32):
      %m = arith.mulf %v, %v : f32
      neo.yield %m : f32
    }
    "neo.results"(%s) : (tensor<8xf32>) -> ()
  }) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{loop 'i' is named twice (K3)}}
  %0 = "neo.kernel"(%x) <{extents = array<i64: 8, 8>, loops = ["i", "i"]}> ({
  ^bb0(%a: tensor<8xf32>):
    %s = neo.compute [i: 8] %a[i] : (tensor<8xf32>) -> tensor<8xf32> {
    ^bb0(%v: f32):
      %m = arith.mulf %v, %v : f32
      neo.yield %m : f32
    }
    "neo.results"(%s) : (tensor<8xf32>) -> ()
  }) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{loop 'i' has the extent 0; it must be positive (K3)}}
  %0 = "neo.kernel"(%x) <{extents = array<i64: 0>, loops = ["i"]}> ({
  ^bb0(%a: tensor<8xf32>):
    %s = neo.compute [i: 8] %a[i] : (tensor<8xf32>) -> tensor<8xf32> {
    ^bb0(%v: f32):
      %m = arith.mulf %v, %v : f32
      neo.yield %m : f32
    }
    "neo.results"(%s) : (tensor<8xf32>) -> ()
  }) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
