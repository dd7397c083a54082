// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-running-sums{explain=true start=0}))' %s 2>&1 | FileCheck %s

// Not a sum that few elements add to, nor one whose terms are other ones for
// each element: of a matrix, at the element's position, or of its index.

func.func @f(%a: tensor<12xf32>, %m: tensor<200x200xf32>, %b: tensor<200xf32>)
    -> (tensor<12xf32>, tensor<200xf32>, tensor<200xf32>) {
  %short = neo.compute [i: 12] sum [k: 12] %a[k] where (k <= i)
     : (tensor<12xf32>) -> tensor<12xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  %triangle = neo.compute [i: 200] sum [k: 200] %m[i, k] where (k <= i)
     : (tensor<200x200xf32>) -> tensor<200xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  %window = neo.compute [i: 200] sum [k: 200] %b[k] where (k <= i, k > i - 9)
     : (tensor<200xf32>) -> tensor<200xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  return %short, %triangle, %window : tensor<12xf32>, tensor<200xf32>, tensor<200xf32>
}

// CHECK:     remark: its running sums are not taken in blocks
// CHECK-NOT: remark
// CHECK:     neo.compute [i: 12] sum [k: 12]
// CHECK:     neo.compute [i: 200] sum [k: 200]
// CHECK:     neo.compute [i: 200] sum [k: 200]
