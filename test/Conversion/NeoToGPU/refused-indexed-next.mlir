// RUN: neo-opt %s --convert-neo-to-gpu --verify-diagnostics

func.func @f(%y: tensor<40x16xf32>, %i: tensor<40xi64>) -> tensor<300x16xf32> {
  // expected-error@+1 {{the next of each point is made by 1 blocks of 256 threads, not by 2}}
  %b = neo.scatter_add [i: 40, j: 16] %y[i, j] into [%i[i], j]
       {neo.gpu = #neo.gpu_indexed_schedule<"sm_80" blocks 19 threads 256 lists <rows 1 first 2 next 2>>}
     : (tensor<40x16xf32>, tensor<40xi64>) -> tensor<300x16xf32>
  return %b : tensor<300x16xf32>
}
