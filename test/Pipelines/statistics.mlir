// RUN: env NEO_TARGET=avx512 neo-opt %s --neo-optimize --neo-schedule --neo-statistics -o /dev/null 2>&1 | FileCheck %s
// RUN: env NEO_TARGET=avx512 neo-opt %s --neo-optimize -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty

// What passes have done is counted in every build, and printed where it is
// asked for: passes by their names, what nothing was done of left out.

// CHECK:      ===- what passes have done -===
// CHECK-NEXT: neo-autodiff
// CHECK-NEXT:        1  functions derived in reverse mode
// CHECK-NEXT:   {{[1-9][0-9]*}}  operators in derivatives
// CHECK-NEXT: neo-expand-logs
// CHECK-NEXT:        1  logarithms expanded
// CHECK-NEXT: neo-fuse
// CHECK-NEXT:   {{[1-9][0-9]*}}  producers computed where they are read
// CHECK-NEXT:   {{[1-9][0-9]*}}  reads that stay reads of a tensor
// CHECK-NEXT: neo-schedule
// CHECK-NEXT:   {{[1-9][0-9]*}}  candidates costed
// CHECK:        {{[1-9][0-9]*}}  schedules chosen

// NONE-NOT: what passes have done

func.func @f(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %e = neo.compute [i: 64, j: 128] %x[i, j]
     : (tensor<64x128xf32>) -> tensor<64x128xf32> {
  ^bb0(%a: f32):
    %0 = math.exp %a : f32
    neo.yield %0 : f32
  }
  %s = neo.compute [i: 64] sum [j: 128] %e[i, j]
     : (tensor<64x128xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %l = neo.compute [i: 64, j: 128] %e[i, j], %s[i]
     : (tensor<64x128xf32>, tensor<64xf32>) -> tensor<64x128xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.divf %a, %b : f32
    %1 = math.log %0 : f32
    neo.yield %1 : f32
  }
  return %l : tensor<64x128xf32>
}

func.func private @f_vjp(tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>

func.func @product(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>)
    -> tensor<64x64xf32> {
  %c = neo.compute [i: 64, j: 64] sum [k: 64] %a[i, k], %b[k, j]
     : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%x: f32, %y: f32):
    %0 = arith.mulf %x, %y : f32
    neo.yield %0 : f32
  }
  return %c : tensor<64x64xf32>
}
