// RUN: neo-opt %s --split-input-file --verify-diagnostics
//
// (K4) A statement reads what its own step has made.

func.func @f(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %0 = neo.kernel [i: 4] (%a = %x) : (tensor<4x6xf32>) -> tensor<4x6xf32> {
    %y = neo.compute [i: 4, j: 6] %a[i, j] : (tensor<4x6xf32>) -> tensor<4x6xf32> {
    ^bb0(%p: f32):
      neo.yield %p : f32
    }
    // expected-error @below {{reads dimension 0 of operand #0 at another step of the shared loop 'i'; the index must be the loop (K4)}}
    %z = neo.compute [i: 4, j: 6] %y[3 - i, j] : (tensor<4x6xf32>) -> tensor<4x6xf32> {
    ^bb0(%p: f32):
      neo.yield %p : f32
    }
    neo.results %z : tensor<4x6xf32>
  }
  return %0 : tensor<4x6xf32>
}

// -----

// Elsewhere in the row is no other step.

func.func @f(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %0 = neo.kernel [i: 4] (%a = %x) : (tensor<4x6xf32>) -> tensor<4x6xf32> {
    %y = neo.compute [i: 4, j: 6] %a[i, j] : (tensor<4x6xf32>) -> tensor<4x6xf32> {
    ^bb0(%p: f32):
      neo.yield %p : f32
    }
    %z = neo.compute [i: 4, j: 6] %y[i, 5 - j] : (tensor<4x6xf32>) -> tensor<4x6xf32> {
    ^bb0(%p: f32):
      neo.yield %p : f32
    }
    neo.results %z : tensor<4x6xf32>
  }
  return %0 : tensor<4x6xf32>
}
