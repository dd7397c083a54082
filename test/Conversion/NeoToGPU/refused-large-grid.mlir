// RUN: neo-opt %s --convert-neo-to-gpu --verify-diagnostics

func.func @main(%a: tensor<1024x1048576xf32>, %i: tensor<16777216xi64>)
    -> tensor<16777216x1048576xf32> {
  // expected-error@+1 {{has 68719476736 blocks; a grid has 0 to 2147483647: make the result in parts}}
  %y = neo.gather [n: 16777216, j: 1048576] %a[%i[n], j]
     : (tensor<1024x1048576xf32>, tensor<16777216xi64>) -> tensor<16777216x1048576xf32>
  return %y : tensor<16777216x1048576xf32>
}
