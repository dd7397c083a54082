// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-group),neo-to-vector)' | FileCheck %s
// RUN: neo-run --rtol=1e-4 --entry=few --check-pipeline="builtin.module(func.func(neo-group))" %s

// A row is a channel of all pictures, of 200 KB: one at a time, the sums of the
// next while this one is streamed to memory, four vectors together.

module attributes {neo.target = "avx512"} {
func.func @pictures(%x: tensor<16x64x3136xf32>) -> tensor<16x64x3136xf32> {
  %s = neo.compute [c: 64] sum [b: 16, p: 3136] %x[b, c, p]
     : (tensor<16x64x3136xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %y = neo.compute [b: 16, c: 64, p: 3136] %x[b, c, p], %s[c]
     : (tensor<16x64x3136xf32>, tensor<64xf32>) -> tensor<16x64x3136xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %y : tensor<16x64x3136xf32>
}

// CHECK-LABEL: func.func private @pictures_kernel0(
// CHECK-SAME:      %[[FROM:[a-z0-9]+]]: index, %[[TO:[a-z0-9]+]]: index
// CHECK:         %[[END:.*]] = arith.addi %[[TO]], %c1
// CHECK:         scf.for %[[STEP:.*]] = %[[FROM]] to %[[END]]
// CHECK:           scf.if
// CHECK-DAG:         arith.subi %[[STEP]], %c1
// CHECK:             scf.for %{{.*}} = %c0 to %c16 step
// CHECK:               scf.for %{{.*}} = %c0 to %c3136 step %c64 iter_args(%{{[^,)]*}}, %{{[^,)]*}}, %{{[^,)]*}}, %{{[^,)]*}})
// CHECK-COUNT-4:         vector.store {{.*}}nontemporal

// What stays in the caches is summed first and written then: 32 KB are found in
// the first level again.

// CHECK-LABEL: func.func private @few_kernel1(
// CHECK-NOT:     scf.if
// CHECK:         scf.for %{{.*}} = %c0 to %c8 step
// CHECK:           scf.for %{{.*}} = %c0 to %c1024 step %c64 iter_args(%{{[^,)]*}}, %{{[^,)]*}}, %{{[^,)]*}}, %{{[^,)]*}})
// CHECK-NOT:       vector.store
// CHECK:         vector.reduction
func.func @few(%x: tensor<8x64x1024xf32>) -> tensor<8x64x1024xf32> {
  %s = neo.compute [c: 64] sum [b: 8, p: 1024] %x[b, c, p]
     : (tensor<8x64x1024xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %y = neo.compute [b: 8, c: 64, p: 1024] %x[b, c, p], %s[c]
     : (tensor<8x64x1024xf32>, tensor<64xf32>) -> tensor<8x64x1024xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %y : tensor<8x64x1024xf32>
}
}
