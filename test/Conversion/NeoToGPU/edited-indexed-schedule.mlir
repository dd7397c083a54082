// The code follows the schedule: blocks of other sizes, other buckets, or none.
// RUN: neo-opt %s --convert-neo-to-gpu | FileCheck %s

// CHECK-LABEL: func @buckets
// CHECK: blocks 2 threads 64 {{.*}} -> tensor<100xi32>
// CHECK: blocks 1 threads 64 {{.*}} -> tensor<40xi32>
// CHECK: blocks 75 threads 64 {{.*}} -> tensor<300x16xf32>
func.func @buckets(%y: tensor<40x16xf32>, %i: tensor<40xi64>) -> tensor<300x16xf32> {
  %b = neo.scatter_add [i: 40, j: 16] %y[i, j] into [%i[i], j]
       {neo.gpu = #neo.gpu_indexed_schedule<"sm_80" blocks 75 threads 64
                    lists <rows 3 first 2 next 1>>}
     : (tensor<40x16xf32>, tensor<40xi64>) -> tensor<300x16xf32>
  return %b : tensor<300x16xf32>
}

// CHECK-LABEL: func @all_points
// CHECK-NOT: xi32>
// CHECK: blocks 75 threads 64
func.func @all_points(%y: tensor<40x16xf32>, %i: tensor<40xi64>) -> tensor<300x16xf32> {
  %b = neo.scatter_add [i: 40, j: 16] %y[i, j] into [%i[i], j]
       {neo.gpu = #neo.gpu_indexed_schedule<"sm_80" blocks 75 threads 64>}
     : (tensor<40x16xf32>, tensor<40xi64>) -> tensor<300x16xf32>
  return %b : tensor<300x16xf32>
}
