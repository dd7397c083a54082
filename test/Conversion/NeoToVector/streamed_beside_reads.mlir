// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// One number goes along each row of a result of 12 MB. It is written by
// ordinary stores if nothing is read, and by streaming stores if rows are read too.

func.func @f(%X: tensor<4096x768xf32>, %G: tensor<4096xf32>)
    -> (tensor<4096xf32>, tensor<4096x768xf32>) {
  %r:2 = neo.kernel [i: 4096] (%x = %X, %g = %G)
     : (tensor<4096x768xf32>, tensor<4096xf32>)
       -> (tensor<4096xf32>, tensor<4096x768xf32>) {
    %s = neo.compute [i: 4096] sum [j: 768] %x[i, j]
       : (tensor<4096x768xf32>) -> tensor<4096xf32> {
    ^bb0(%a: f32):
      neo.yield %a : f32
    }
    %d = neo.compute [i: 4096, j: 768] %g[i]
       : (tensor<4096xf32>) -> tensor<4096x768xf32> {
    ^bb0(%a: f32):
      neo.yield %a : f32
    }
    neo.results %s, %d : tensor<4096xf32>, tensor<4096x768xf32>
  }
  return %r#0, %r#1 : tensor<4096xf32>, tensor<4096x768xf32>
}

func.func @g(%G: tensor<4096xf32>) -> tensor<4096x768xf32> {
  %d = neo.compute [i: 4096, j: 768] %G[i]
     : (tensor<4096xf32>) -> tensor<4096x768xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %d : tensor<4096x768xf32>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK:         vector.store {{.*}}nontemporal = true
// CHECK-LABEL: func.func private @g_kernel1(
// CHECK-NOT:     nontemporal
