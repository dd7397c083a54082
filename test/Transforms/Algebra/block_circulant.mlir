// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-sums-once{explain=true start=0}))' %s 2>&1 | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-sums-once{start=0}))" %s

// Sums along the diagonals of 8 x 8 blocks: an eighth of them differ. A sum that
// is read at p + r is taken once for every p + r.

func.func @f(%a: tensor<64x64xf32>, %b: tensor<16x64xf32>)
    -> (tensor<64x64xf32>, tensor<49x16xf32>) {
  %0 = neo.compute [i: 64, j: 64] sum [k: 8]
         %a[8 * (i floordiv 8) + k, 8 * (j floordiv 8) + (k + j - i) mod 8]
     : (tensor<64x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  %1 = neo.compute [p: 49, r: 16] sum [c: 16] %b[c, p + r]
     : (tensor<16x64xf32>) -> tensor<49x16xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  return %0, %1 : tensor<64x64xf32>, tensor<49x16xf32>
}

// CHECK:       remark: its elements are 512 different sums, taken in {{[0-9]+}} cycles instead of {{[0-9]+}}
// CHECK:       remark: its elements are 64 different sums
// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<64x64xf32>, %[[B:[^:]*]]: tensor<16x64xf32>)
// CHECK:         %[[V:.*]] = neo.compute [i0: 8, i1: 8, i2: 8] sum [r0: 8]
// CHECK-SAME:      %[[A]][r0 + 8 * i0, (i2 + r0) mod 8 + 8 * i1]
// CHECK:         neo.compute [i: 64, j: 64] %[[V]][i floordiv 8, j floordiv 8, {{.*}} mod 8]
// CHECK:         %[[W:.*]] = neo.compute [i0: 64] sum [r0: 16] %[[B]][r0, i0]
// CHECK:         neo.compute [p: 49, r: 16] %[[W]][p + r]
