// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector --verify-diagnostics %s

// A batch of any size has no staged results.

module attributes {neo.batch = 97 : i64} {
func.func @f(%A: tensor<97x64xf32>, %B: tensor<64x64xf32>) -> tensor<97x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: loop 'k' is not staged: the nest runs over a batch of any size}}
  %0 = neo.compute [b: 97, k: 64] sum [c: 64] %A[b, c], %B[k, c]
       {neo.schedule = "vector [k: 16] writeback [k: 8]"}
     : (tensor<97x64xf32>, tensor<64x64xf32>) -> tensor<97x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %0 : tensor<97x64xf32>
}
}
