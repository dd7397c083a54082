// RUN: neo-opt %s --neo-to-vector | FileCheck %s

// 12 MB that are read and written are streaming stores; as many that are only
// written do not.

module attributes {neo.target = "avx512"} {
// CHECK-LABEL: func.func private @map_kernel0(
// CHECK:         vector.store {{.*}}nontemporal = true
func.func @map(%x: tensor<3145728xf32>) -> tensor<3145728xf32> {
  %0 = neo.compute [i: 3145728] %x[i]
     : (tensor<3145728xf32>) -> tensor<3145728xf32> {
  ^bb0(%a: f32):
    %1 = arith.addf %a, %a : f32
    neo.yield %1 : f32
  }
  return %0 : tensor<3145728xf32>
}

// CHECK-LABEL: func.func private @fill_kernel1(
// CHECK:         vector.store %{{.*}}] : memref
// CHECK-NOT:     nontemporal
func.func @fill(%x: tensor<4096xf32>) -> tensor<4096x768xf32> {
  %0 = neo.compute [i: 4096, j: 768] %x[i]
     : (tensor<4096xf32>) -> tensor<4096x768xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4096x768xf32>
}
}
