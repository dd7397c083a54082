// RUN: neo-opt --neo-schedule %s | FileCheck %s

// Rows of 30 numbers are added up as they lie, two vectors each, and the lanes of
// several sums together. A copy in panels, to have the rows in lanes, would be
// read once.

// CHECK-LABEL: func.func @sums(
// CHECK:         neo.schedule = "vector [j: 16] tile [i: {{8|14}}] order [i]
// CHECK-NOT:     pack
// CHECK-LABEL: func.func @maxima(
// CHECK:         neo.schedule = "vector [j: 16] tile [i: 8] order [i]
// CHECK-NOT:     pack
// CHECK-LABEL: func.func @columns(
func.func @sums(%X: tensor<100000x30xf32>) -> tensor<100000xf32> {
  %y = neo.compute [i: 100000] sum [j: 30] %X[i, j]
     : (tensor<100000x30xf32>) -> tensor<100000xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %y : tensor<100000xf32>
}

func.func @maxima(%X: tensor<100000x30xf32>) -> tensor<100000xf32> {
  %y = neo.compute [i: 100000] max [j: 30] %X[i, j]
     : (tensor<100000x30xf32>) -> tensor<100000xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %y : tensor<100000xf32>
}

// Some rows of a column sum are walked along together, ten where eight do not
// divide their number.

// CHECK: neo.schedule = "vector [j: 16] tile [j: 4] order [j] parallel 1 block [i: 10]"
func.func @columns(%X: tensor<30x100000xf32>) -> tensor<100000xf32> {
  %y = neo.compute [j: 100000] sum [i: 30] %X[i, j]
     : (tensor<30x100000xf32>) -> tensor<100000xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %y : tensor<100000xf32>
}
