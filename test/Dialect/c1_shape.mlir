// RUN: neo-opt %s --verify-diagnostics

// (C1) The output loops are the dimensions of the result; every loop has a name of
// its own.

// One loop, but the result has another extent.
func.func @f(%A: tensor<8xf32>) -> tensor<5xf32> {
  %0 = neo.compute [i: 4] %A[i]
     // expected-error @below {{does not have the shape of the output loops (C1)}}
     : (tensor<8xf32>) -> tensor<5xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<5xf32>
}
