// RUN: neo-opt %s --verify-diagnostics
//
// (K5) A sum over rows is not known before the last row.

func.func @f(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %0 = neo.kernel [i: 4] (%a = %x) : (tensor<4x6xf32>) -> tensor<4x6xf32> {
    %s = neo.compute [j: 6] sum [i: 4] %a[i, j] : (tensor<4x6xf32>) -> tensor<6xf32> {
    ^bb0(%p: f32):
      neo.yield %p : f32
    }
    // expected-error @below {{reads operand #1, which is reduced over the shared loop 'i' and not known before all its steps are done (K5)}}
    %z = neo.compute [i: 4, j: 6] %a[i, j], %s[j] : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4x6xf32> {
    ^bb0(%p: f32, %q: f32):
      %1 = arith.divf %p, %q : f32
      neo.yield %1 : f32
    }
    neo.results %z : tensor<4x6xf32>
  }
  return %0 : tensor<4x6xf32>
}
