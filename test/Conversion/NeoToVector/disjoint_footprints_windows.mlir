// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// Windows over rows reach into a neighbour's part, but not into three.

// CHECK-LABEL: func.func @near(
// CHECK:         neo.launch @near_kernel{{[0-9]}}({{.*}}) range 60 grain {{[0-9]+}} {neo.disjoint_footprints} :
func.func @near(%A: tensor<61x80xf32>) -> tensor<60x64xf32> {
  %C = neo.compute [i: 60, j: 64] sum [r: 2] %A[i + r, j]
         {neo.schedule = "vector [j: 16] order [i, j] parallel 1"}
     : (tensor<61x80xf32>) -> tensor<60x64xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %C : tensor<60x64xf32>
}

// CHECK-LABEL: func.func @far(
// CHECK:         neo.launch @far_kernel{{[0-9]}}({{.*}}) range 58 grain {{[0-9]+}} :
func.func @far(%A: tensor<61x80xf32>) -> tensor<58x64xf32> {
  %C = neo.compute [i: 58, j: 64] sum [r: 4] %A[i + r, j]
         {neo.schedule = "vector [j: 16] order [i, j] parallel 1"}
     : (tensor<61x80xf32>) -> tensor<58x64xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %C : tensor<58x64xf32>
}
