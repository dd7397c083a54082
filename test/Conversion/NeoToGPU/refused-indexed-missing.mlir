// RUN: neo-opt %s --convert-neo-to-gpu --verify-diagnostics

func.func @f(%a: tensor<300x16xf32>, %i: tensor<40xi64>) -> tensor<40x16xf32> {
  // expected-error@+1 {{has no schedule for a GPU: run neo-schedule-gpu, or write the attribute 'neo.gpu'}}
  %y = neo.gather [i: 40, j: 16] %a[%i[i], j]
     : (tensor<300x16xf32>, tensor<40xi64>) -> tensor<40x16xf32>
  return %y : tensor<40x16xf32>
}
