// RUN: neo-opt %s --neo-group --split-input-file | FileCheck %s
// RUN: neo-opt %s --neo-group=explain --split-input-file -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WHY

// Both read %b, which one kernel would do once. But k is no outermost loop of
// the large tensors: a row of theirs would lie in 128 pieces.

// CHECK-LABEL: func.func @pieces
// CHECK-NOT:     neo.kernel
// WHY: remark: statements over [i, j, k] [i, k, j] are not one kernel: it would save nothing
func.func @pieces(%t: tensor<128x2048x64xf32>, %b: tensor<2048x64xf32>,
                  %a: tensor<128x64xf32>)
    -> (tensor<128x64xf32>, tensor<128x2048x64xf32>) {
  %c = neo.compute [i: 128, j: 64] sum [k: 2048] %t[i, k, j], %b[k, j]
     : (tensor<128x2048x64xf32>, tensor<2048x64xf32>) -> tensor<128x64xf32> {
  ^bb0(%p: f32, %q: f32):
    %1 = arith.mulf %p, %q : f32
    neo.yield %1 : f32
  }
  %u = neo.compute [i: 128, k: 2048, j: 64] %a[i, j], %b[k, j]
     : (tensor<128x64xf32>, tensor<2048x64xf32>) -> tensor<128x2048x64xf32> {
  ^bb0(%p: f32, %q: f32):
    %1 = arith.mulf %p, %q : f32
    neo.yield %1 : f32
  }
  return %c, %u : tensor<128x64xf32>, tensor<128x2048x64xf32>
}

// -----

// The same with k outermost: rows are whole.

// CHECK-LABEL: func.func @whole
// CHECK:         neo.kernel [k: 2048]
func.func @whole(%t: tensor<2048x128x64xf32>, %b: tensor<2048x64xf32>,
                 %a: tensor<128x64xf32>)
    -> (tensor<128x64xf32>, tensor<2048x128x64xf32>) {
  %c = neo.compute [i: 128, j: 64] sum [k: 2048] %t[k, i, j], %b[k, j]
     : (tensor<2048x128x64xf32>, tensor<2048x64xf32>) -> tensor<128x64xf32> {
  ^bb0(%p: f32, %q: f32):
    %1 = arith.mulf %p, %q : f32
    neo.yield %1 : f32
  }
  %u = neo.compute [k: 2048, i: 128, j: 64] %a[i, j], %b[k, j]
     : (tensor<128x64xf32>, tensor<2048x64xf32>) -> tensor<2048x128x64xf32> {
  ^bb0(%p: f32, %q: f32):
    %1 = arith.mulf %p, %q : f32
    neo.yield %1 : f32
  }
  return %c, %u : tensor<128x64xf32>, tensor<2048x128x64xf32>
}
