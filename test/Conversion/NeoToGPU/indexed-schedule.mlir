// What a gather or scatter_add does on a GPU stands on it; one that has a schedule
// keeps it.
// RUN: neo-opt %s --neo-schedule-gpu | FileCheck %s

// CHECK-LABEL: func @gather
// CHECK: neo.gather {{.*}}{neo.gpu = #neo.gpu_indexed_schedule<"sm_80" blocks 3 threads 256>}
func.func @gather(%a: tensor<300x16xf32>, %i: tensor<40xi64>) -> tensor<40x16xf32> {
  %y = neo.gather [i: 40, j: 16] %a[%i[i], j]
     : (tensor<300x16xf32>, tensor<40xi64>) -> tensor<40x16xf32>
  return %y : tensor<40x16xf32>
}

// CHECK-LABEL: func @scatter
// CHECK: neo.scatter_add {{.*}}{neo.gpu = #neo.gpu_indexed_schedule<"sm_80" blocks 19 threads 256 lists <rows 30 first 1 next 1>>}
func.func @scatter(%y: tensor<40x16xf32>, %i: tensor<40xi64>) -> tensor<300x16xf32> {
  %b = neo.scatter_add [i: 40, j: 16] %y[i, j] into [%i[i], j]
     : (tensor<40x16xf32>, tensor<40xi64>) -> tensor<300x16xf32>
  return %b : tensor<300x16xf32>
}

// CHECK-LABEL: func @edited
// CHECK: #neo.gpu_indexed_schedule<"sm_80" blocks 10 threads 64>
func.func @edited(%a: tensor<300x16xf32>, %i: tensor<40xi64>) -> tensor<40x16xf32> {
  %y = neo.gather [i: 40, j: 16] %a[%i[i], j]
       {neo.gpu = #neo.gpu_indexed_schedule<"sm_80" blocks 10 threads 64>}
     : (tensor<300x16xf32>, tensor<40xi64>) -> tensor<40x16xf32>
  return %y : tensor<40x16xf32>
}
