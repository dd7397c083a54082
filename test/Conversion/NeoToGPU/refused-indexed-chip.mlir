// RUN: neo-opt %s --convert-neo-to-gpu --verify-diagnostics

// expected-error@+1 {{Neo does not know the chip 'sm_42'; it knows sm_80 sm_90}}
module {
  func.func @f(%a: tensor<300x16xf32>, %i: tensor<40xi64>) -> tensor<40x16xf32> {
    %y = neo.gather [i: 40, j: 16] %a[%i[i], j]
         {neo.gpu = #neo.gpu_indexed_schedule<"sm_42" blocks 3 threads 256>}
       : (tensor<300x16xf32>, tensor<40xi64>) -> tensor<40x16xf32>
    return %y : tensor<40x16xf32>
  }
}
