// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector --verify-diagnostics %s

// Rows of a known number are made together, those of any batch one statement
// after another.

module attributes {neo.batch = 64 : i64} {
  func.func @f(%x: tensor<64x32xf32>) -> tensor<64x32xf32> {
    // expected-remark @+1 {{its statements run one after another: the number of items is known at run time only}}
    %0 = neo.kernel [i: 64] (%v = %x)
         : (tensor<64x32xf32>) -> tensor<64x32xf32> {
      %s = neo.compute [i: 64] sum [j: 32] %v[i, j]
         : (tensor<64x32xf32>) -> tensor<64xf32> {
      ^bb0(%a: f32):
        neo.yield %a : f32
      }
      %y = neo.compute [i: 64, j: 32] %v[i, j], %s[i]
         : (tensor<64x32xf32>, tensor<64xf32>) -> tensor<64x32xf32> {
      ^bb0(%a: f32, %b: f32):
        %c = arith.mulf %a, %b : f32
        neo.yield %c : f32
      }
      neo.results %y : tensor<64x32xf32>
    }
    return %0 : tensor<64x32xf32>
  }
}
