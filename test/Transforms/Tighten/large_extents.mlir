// RUN: neo-opt --neo-tighten="explain" --verify-diagnostics %s | FileCheck %s

// That no term is lost is proven by reasoning on parities, not by visiting all.

func.func @f(%A: tensor<1024x160x160xf32>, %W: tensor<1024x256x4x4xf32>)
    -> tensor<256x320x320xf32> {
  // expected-remark @+1 {{its terms are 107374182400 instead of 429496729600}}
  %C = neo.compute [k: 256, p: 320, q: 320] sum [c: 1024, r: 4, s: 4]
         %A[c, (p + 1 - r) floordiv 2, (q + 1 - s) floordiv 2]
           if ((p + 1 - r) mod 2 == 0, (p + 1 - r) floordiv 2 >= 0,
               (p + 1 - r) floordiv 2 < 160, (q + 1 - s) mod 2 == 0,
               (q + 1 - s) floordiv 2 >= 0, (q + 1 - s) floordiv 2 < 160)
           else 0.0,
         %W[c, k, r, s]
     : (tensor<1024x160x160xf32>, tensor<1024x256x4x4xf32>)
       -> tensor<256x320x320xf32> {
  ^bb0(%a: f32, %w: f32):
    %0 = arith.mulf %a, %w : f32
    neo.yield %0 : f32
  }
  return %C : tensor<256x320x320xf32>
}

// CHECK-COUNT-4: neo.compute [k: 256, p: 160, q: 160] sum [c: 1024, {{t[0-9]+}}: 2, {{t[0-9]+}}: 2]
