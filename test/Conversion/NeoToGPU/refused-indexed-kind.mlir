// RUN: neo-opt %s --convert-neo-to-gpu --verify-diagnostics

func.func @f(%a: tensor<300x16xf32>, %i: tensor<40xi64>) -> tensor<40x16xf32> {
  // expected-error@+1 {{write #neo.gpu_indexed_schedule<...>}}
  %y = neo.gather [i: 40, j: 16] %a[%i[i], j]
       {neo.gpu = #neo.gpu_machine<multiprocessors 1 warps 1 registers 1 of 1 shared 1 of 1 fma 1 f16 1 tf32 1 memory 1 cache 1 clock 1>}
     : (tensor<300x16xf32>, tensor<40xi64>) -> tensor<40x16xf32>
  return %y : tensor<40x16xf32>
}
