// RUN: neo-opt %s --neo-schedule-gpu --verify-diagnostics

func.func @main(%a: tensor<1024x1048576xf32>, %i: tensor<16777216xi64>)
    -> tensor<16777216x1048576xf32> {
  // expected-error@+1 {{is too large for one kernel of a GPU, compute it in parts: a grid has 0 to 2147483647 blocks, not 68719476736}}
  %y = neo.gather [n: 16777216, j: 1048576] %a[%i[n], j]
     : (tensor<1024x1048576xf32>, tensor<16777216xi64>) -> tensor<16777216x1048576xf32>
  return %y : tensor<16777216x1048576xf32>
}
