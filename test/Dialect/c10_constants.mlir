// RUN: neo-opt %s --split-input-file --verify-diagnostics

// (C10) Indices and conditions are quasi-affine: they multiply by constants
// only, divide by positive constants only, and stay within 64 bits.

// A constant that leaves no room for a sum.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{the constants of this index reach beyond 2^61 = 2305843009213693952, where 64-bit arithmetic could wrap: make them smaller (C10)}}
  %0 = neo.compute [i: 4] %A[9223372036854775807 * i] : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}

// -----

// Constants whose product is 2^64, which would fold to 0.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{the constants of this index reach beyond 2^61}}
  %0 = neo.compute [i: 4] %A[i * 1152921504606846976 * 16 + i] : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}

// -----

// The same in a sum, and in a guard.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  %0 = neo.compute [i: 4] %A[i] if (
     // expected-error @below {{the constants of this index reach beyond 2^61}}
     i * 2000000000000000000 < 2000000000000000000 + i) else 0.0 : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}
