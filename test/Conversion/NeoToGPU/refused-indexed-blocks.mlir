// RUN: neo-opt %s --convert-neo-to-gpu --verify-diagnostics

func.func @f(%a: tensor<300x16xf32>, %i: tensor<40xi64>) -> tensor<40x16xf32> {
  // expected-error@+1 {{the result is made by 3 blocks of 256 threads, not by 2}}
  %y = neo.gather [i: 40, j: 16] %a[%i[i], j]
       {neo.gpu = #neo.gpu_indexed_schedule<"sm_80" blocks 2 threads 256>}
     : (tensor<300x16xf32>, tensor<40xi64>) -> tensor<40x16xf32>
  return %y : tensor<40x16xf32>
}
