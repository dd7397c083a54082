// RUN: neo-opt %s --convert-neo-to-gpu --verify-diagnostics

func.func @f(%a: tensor<300x16xf32>, %i: tensor<40xi64>) -> tensor<40x16xf32> {
  // expected-error@+1 {{a gather has no lists}}
  %y = neo.gather [i: 40, j: 16] %a[%i[i], j]
       {neo.gpu = #neo.gpu_indexed_schedule<"sm_80" blocks 3 threads 256 lists <rows 1 first 2 next 1>>}
     : (tensor<300x16xf32>, tensor<40xi64>) -> tensor<40x16xf32>
  return %y : tensor<40x16xf32>
}
