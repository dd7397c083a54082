// RUN: neo-opt %s --split-input-file --verify-diagnostics
//
// (K3) Every statement has the loops that are shared, with their extents.

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = neo.kernel [i: 4] (%a = %x) : (tensor<4xf32>) -> tensor<4xf32> {
    // expected-error @below {{has no loop 'i', which the statements of its kernel share (K3)}}
    %y = neo.compute [j: 4] %a[j] : (tensor<4xf32>) -> tensor<4xf32> {
    ^bb0(%p: f32):
      neo.yield %p : f32
    }
    neo.results %y : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<3xf32> {
  %0 = neo.kernel [i: 4] (%a = %x) : (tensor<4xf32>) -> tensor<3xf32> {
    // expected-error @below {{has loop 'i' with extent 3; the kernel shares it with extent 4 (K3)}}
    %y = neo.compute [i: 3] %a[i] : (tensor<4xf32>) -> tensor<3xf32> {
    ^bb0(%p: f32):
      neo.yield %p : f32
    }
    neo.results %y : tensor<3xf32>
  }
  return %0 : tensor<3xf32>
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{shares no loop: name one in [...] (K3)}}
  %0 = neo.kernel [] (%a = %x) : (tensor<4xf32>) -> tensor<4xf32> {
    %y = neo.compute [i: 4] %a[i] : (tensor<4xf32>) -> tensor<4xf32> {
    ^bb0(%p: f32):
      neo.yield %p : f32
    }
    neo.results %y : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<0xf32>) -> tensor<0xf32> {
  // expected-error @below {{loop 'i' has the extent 0; it must be positive (K3)}}
  %0 = neo.kernel [i: 0] (%a = %x) : (tensor<0xf32>) -> tensor<0xf32> {
    %y = neo.compute [i: 0] %a[i] : (tensor<0xf32>) -> tensor<0xf32> {
    ^bb0(%p: f32):
      neo.yield %p : f32
    }
    neo.results %y : tensor<0xf32>
  }
  return %0 : tensor<0xf32>
}
