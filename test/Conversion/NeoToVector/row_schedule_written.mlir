// RUN: neo-opt --neo-schedule %s | FileCheck %s
// RUN: neo-opt --neo-schedule %s | neo-opt --neo-to-vector | FileCheck %s --check-prefix=KERNEL
// RUN: neo-opt --neo-schedule="draw=2" %s | FileCheck %s --check-prefix=DRAWN
// RUN: neo-opt --neo-schedule="draw=2" %s | neo-opt --neo-to-vector | FileCheck %s --check-prefix=DRAWN

// The schedule of a row kernel is printed, and followed when it is read again.

module attributes {neo.target = "avx512"} {
func.func @f(%x: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %0 = neo.kernel [i: 64] (%a = %x)
       : (tensor<64x256xf32>) -> tensor<64x256xf32> {
    %s = neo.compute [i: 64] sum [j: 256] %a[i, j]
       : (tensor<64x256xf32>) -> tensor<64xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %y = neo.compute [i: 64, j: 256] %a[i, j], %s[i]
       : (tensor<64x256xf32>, tensor<64xf32>) -> tensor<64x256xf32> {
    ^bb0(%v: f32, %w: f32):
      %d = arith.divf %v, %w : f32
      neo.yield %d : f32
    }
    neo.results %y : tensor<64x256xf32>
  }
  return %0 : tensor<64x256xf32>
}
}

// CHECK:       module attributes {neo.scheduled
// CHECK:         neo.kernel {{.*}} {neo.schedule = "rows 2 vectors 2 stages 2 prefetch none"}
// KERNEL:      func.func private @f_kernel0({{.*}} neo.schedule = "rows 2 vectors 2 stages 2 prefetch none"
// DRAWN:       neo.schedule = "rows [[R:[1-8]]] vectors [[V:[1-8]]] stages [[S:[12]]] prefetch {{none|l2|l1}}"
