// RUN: neo-opt %s -o %t
// RUN: env NEO_TARGET=avx512 neo-opt --pass-pipeline="builtin.module(func.func(neo-tighten,neo-extend-periodic,neo-pad,neo-narrow,neo-pack))" %s -o %t.1 && diff %t %t.1
// RUN: env NEO_TARGET=avx512 neo-opt --neo-algebra %s -o %t.2 && diff %t %t.2

// A copy that a statement needs would have none of the loops of its kernel: what
// was written as a kernel stays what it is.

func.func @pack(%a: tensor<512x512xf32>, %b: tensor<512x512xf32>)
    -> tensor<512x512xf32> {
  %0 = neo.kernel [i: 512] (%x = %a, %y = %b)
      : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32> {
    %1 = neo.compute [i: 512, j: 512] sum [k: 512] %x[(i + k) mod 512, k], %y[j, k]
       : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32> {
    ^bb0(%p: f32, %q: f32):
      %2 = arith.mulf %p, %q : f32
      neo.yield %2 : f32
    }
    neo.results %1 : tensor<512x512xf32>
  }
  return %0 : tensor<512x512xf32>
}

func.func @running_sum(%a: tensor<64x1000xf32>) -> tensor<64x1000xf32> {
  %0 = neo.kernel [p: 64] (%x = %a) : (tensor<64x1000xf32>) -> tensor<64x1000xf32> {
    %1 = neo.compute [p: 64, i: 1000] sum [k: 1000] %x[p, k] where (i - k >= 0)
       : (tensor<64x1000xf32>) -> tensor<64x1000xf32> {
    ^bb0(%s: f32):
      neo.yield %s : f32
    }
    neo.results %1 : tensor<64x1000xf32>
  }
  return %0 : tensor<64x1000xf32>
}
