// The threads of a row follow the list of the points that are sent to it or to
// rows beside it: one kernel finds the first point of each bucket of rows, one the
// next of each point. Keys are the loops that the lists depend on.
// RUN: neo-opt %s --neo-schedule-gpu --convert-neo-to-gpu | FileCheck %s

// CHECK-LABEL: func @embedding
// CHECK: %[[FIRST:.*]] = neo.gpu_launch @kernels::@embedding_kernel0(%{{.*}}) blocks 1 {{.*}} -> tensor<10xi32>
// CHECK: %[[NEXT:.*]] = neo.gpu_launch @kernels::@embedding_kernel1(%{{.*}}) blocks 1 {{.*}} -> tensor<40xi32>
// CHECK: neo.gpu_launch @kernels::@embedding_kernel2(%{{.*}}, %{{.*}}, %[[FIRST]], %[[NEXT]]) {{.*}} -> tensor<300x16xf32>
func.func @embedding(%y: tensor<40x16xf32>, %i: tensor<40xi64>) -> tensor<300x16xf32> {
  %b = neo.scatter_add [i: 40, j: 16] %y[i, j] into [%i[i], j]
     : (tensor<40x16xf32>, tensor<40xi64>) -> tensor<300x16xf32>
  return %b : tensor<300x16xf32>
}

// CHECK-LABEL: func @keys
// CHECK: -> tensor<30xi32>
// CHECK: -> tensor<120xi32>
// CHECK: -> tensor<3x30x16xf32>
func.func @keys(%y: tensor<3x40x16xf32>, %i: tensor<3x40xi64>) -> tensor<3x30x16xf32> {
  %b = neo.scatter_add [k: 3, i: 40, j: 16] %y[k, i, j] into [k, %i[k, i], j]
     : (tensor<3x40x16xf32>, tensor<3x40xi64>) -> tensor<3x30x16xf32>
  return %b : tensor<3x30x16xf32>
}

// Also where rows are elements. Few points are searched by each element.
// CHECK-LABEL: func @histogram
// CHECK: -> tensor<10xi32>
// CHECK-LABEL: func @few(
// CHECK-NOT: xi32>
// CHECK: return
func.func @histogram(%y: tensor<40xf32>, %i: tensor<40xi64>) -> tensor<300xf32> {
  %b = neo.scatter_add [i: 40] %y[i] into [%i[i]]
     : (tensor<40xf32>, tensor<40xi64>) -> tensor<300xf32>
  return %b : tensor<300xf32>
}
func.func @few(%y: tensor<4x16xf32>, %i: tensor<4xi64>) -> tensor<300x16xf32> {
  %b = neo.scatter_add [i: 4, j: 16] %y[i, j] into [%i[i], j]
     : (tensor<4x16xf32>, tensor<4xi64>) -> tensor<300x16xf32>
  return %b : tensor<300x16xf32>
}
