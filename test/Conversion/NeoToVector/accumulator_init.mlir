// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// Short blocks of rows begin with the sums so far, all vectors in one branch,
// and store what they come to.

// CHECK-LABEL: func.func private @columns_kernel0(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: memref<{{[0-9]+}}xf32>
// CHECK-SAME:    %[[Y:[a-z0-9]+]]: memref<{{[0-9]+}}xf32>
// CHECK-SAME:    block [i: 8]
// CHECK:         %[[SUMS:.*]]:4 = scf.if
// CHECK-NOT:       vector.load
// CHECK:         } else {
// CHECK-COUNT-4:   vector.load %[[Y]]
// CHECK:         scf.for {{.*}} iter_args({{.*}} = %[[SUMS]]#0,
// CHECK-NOT:     arith.select
// CHECK-COUNT-4: vector.store
func.func @columns(%A: tensor<64x192xf32>) -> tensor<192xf32> {
  %y = neo.compute [j: 192] sum [i: 64] %A[i, j]
      {neo.schedule = "vector [j: 16] tile [j: 4] order [j] parallel 1 block [i: 8]"}
     : (tensor<64x192xf32>) -> tensor<192xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %y : tensor<192xf32>
}

// Maxima of rows that are masked at the end.

// CHECK-LABEL: func.func private @maxima_kernel1(
// CHECK-SAME:    %{{[a-z0-9]+}}: memref<{{[0-9]+}}xf32>
// CHECK-SAME:    %[[Y:[a-z0-9]+]]: memref<{{[0-9]+}}xf32>
// CHECK:         scf.if
// CHECK:           vector.maskedload %[[Y]]
func.func @maxima(%A: tensor<60x40xf32>) -> tensor<40xf32> {
  %y = neo.compute [j: 40] max [i: 60] %A[i, j]
      {neo.schedule = "vector [j: 16] tile [j: 3] order [j] parallel 1 block [i: 4]"}
     : (tensor<60x40xf32>) -> tensor<40xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %y : tensor<40xf32>
}

// Long blocks, and sums across the lanes, go on with the result at the end.

// CHECK-LABEL: func.func private @long_kernel2(
// CHECK:         arith.select
func.func @long(%A: tensor<64x192xf32>) -> tensor<192xf32> {
  %y = neo.compute [j: 192] sum [i: 64] %A[i, j]
      {neo.schedule = "vector [j: 16] tile [j: 4] order [j] parallel 1 block [i: 32]"}
     : (tensor<64x192xf32>) -> tensor<192xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %y : tensor<192xf32>
}
