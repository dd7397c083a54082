// RUN: env NEO_TARGET=avx512 neo-opt --neo-pack=explain %s 2>&1 | FileCheck %s
// RUN: env NEO_TARGET=avx512 neo-run --entry=inference --check-pipeline="builtin.module(func.func(neo-pack))" %s

// A kernel would pack these weights by itself, in every run. The same in every
// run, they are packed once: as wide as the tile that reads them.

// CHECK: remark: operand #1 is packed once: it is the same in every run
// CHECK-NOT: packed once

func.func @inference(%x: tensor<512x9x9xf32>,
                     %w: tensor<512x512x3x3xf32> {neo.fixed})
    -> tensor<512x7x7xf32> {
  %0 = neo.compute [k: 512, p: 7, q: 7] sum [c: 512, r: 3, s: 3]
         %x[c, p + r, q + s], %w[k, c, r, s]
     : (tensor<512x9x9xf32>, tensor<512x512x3x3xf32>) -> tensor<512x7x7xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %0 : tensor<512x7x7xf32>
}

// CHECK-LABEL: func.func @inference
// CHECK:       %[[P:.*]] = neo.compute [{{.*}}: 16, {{.*}}: 512, {{.*}}: 3, {{.*}}: 3, {{.*}}: 32] %arg1[
// CHECK:       neo.compute [k: 512, p: 7, q: 7] sum [c: 512, r: 3, s: 3]
// CHECK-SAME:    %[[P]][k floordiv 32, c, r, s, k mod 32]

func.func @training(%x: tensor<512x9x9xf32>, %w: tensor<512x512x3x3xf32>)
    -> tensor<512x7x7xf32> {
  %0 = neo.compute [k: 512, p: 7, q: 7] sum [c: 512, r: 3, s: 3]
         %x[c, p + r, q + s], %w[k, c, r, s]
     : (tensor<512x9x9xf32>, tensor<512x512x3x3xf32>) -> tensor<512x7x7xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %0 : tensor<512x7x7xf32>
}

// CHECK-LABEL: func.func @training
// CHECK-COUNT-1: neo.compute
