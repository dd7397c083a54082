// RUN: env NEO_TARGET=avx512 neo-opt --convert-neo-to-vector --canonicalize --cse %s | FileCheck %s
// RUN: env NEO_TARGET=avx512 neo-run --check-pipeline="builtin.module(neo-schedule)" %s

// The rows of a reduction come from one tensor, then from the other: each is a
// loop of its own, whose loads have no mask.

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK-NOT:     maskedload
// CHECK:         %[[A:.*]] = scf.for {{.*}} to %c40
// CHECK:           vector.load %arg0
// CHECK-NOT:       vector.load
// CHECK:         scf.for {{.*}} = %c40 to %c60
// CHECK-SAME:      iter_args(%{{.*}} = %[[A]])
// CHECK:           vector.load %arg1
// CHECK-NOT:       vector.load
// CHECK:         vector.store
func.func @f(%a: tensor<40x16xf32>, %b: tensor<20x16xf32>) -> tensor<16xf32> {
  %0 = neo.compute [j: 16] max [i: 60]
      %a[i, j] if (i < 40) else -0.0, %b[i - 40, j] if (i >= 40) else -0.0
      {neo.schedule = "vector [j: 16] tile [] order [j] parallel 1"}
     : (tensor<40x16xf32>, tensor<20x16xf32>) -> tensor<16xf32> {
  ^bb0(%x: f32, %y: f32):
    %1 = arith.addf %x, %y : f32
    neo.yield %1 : f32
  }
  return %0 : tensor<16xf32>
}
