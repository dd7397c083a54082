// RUN: neo-opt --neo-fuse %s | FileCheck %s
// RUN: neo-opt --neo-fuse=explain %s 2>&1 >/dev/null | FileCheck %s --check-prefix=SAID
// RUN: neo-run --entry=dear --check-pipeline="builtin.module(func.func(neo-fuse))" %s

// A stencil evaluates its producer once for each element that it reads at a
// point. Three square roots cost more than memory; three squares do not.

// CHECK-LABEL: func.func @dear(
// CHECK-NEXT:    neo.compute [i: 65536]
// CHECK:           math.sqrt
// CHECK:         neo.compute [i: 65534] %{{.*}}[i], %{{.*}}[i + 1], %{{.*}}[i + 2]
// SAID:        operand #0 stays a tensor: evaluating the producer at every read costs more than memory
func.func @dear(%x: tensor<65536xf32>) -> tensor<65534xf32> {
  %0 = neo.compute [i: 65536] %x[i] : (tensor<65536xf32>) -> tensor<65536xf32> {
  ^bb0(%a: f32):
    %s = arith.mulf %a, %a : f32
    %m = math.sqrt %s : f32
    neo.yield %m : f32
  }
  %1 = neo.compute [i: 65534] %0[i], %0[i + 1], %0[i + 2]
     : (tensor<65536xf32>, tensor<65536xf32>, tensor<65536xf32>)
       -> tensor<65534xf32> {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %s = arith.addf %a, %b : f32
    %t = arith.addf %s, %c : f32
    neo.yield %t : f32
  }
  return %1 : tensor<65534xf32>
}

// CHECK-LABEL: func.func @cheap(
// CHECK-NEXT:    neo.compute [i: 65534] %{{.*}}[i + 2], %{{.*}}[i + 1], %{{.*}}[i]
// CHECK-NOT:     neo.compute
// SAID:        computed where it is read
func.func @cheap(%x: tensor<65536xf32>) -> tensor<65534xf32> {
  %0 = neo.compute [i: 65536] %x[i] : (tensor<65536xf32>) -> tensor<65536xf32> {
  ^bb0(%a: f32):
    %m = arith.mulf %a, %a : f32
    neo.yield %m : f32
  }
  %1 = neo.compute [i: 65534] %0[i], %0[i + 1], %0[i + 2]
     : (tensor<65536xf32>, tensor<65536xf32>, tensor<65536xf32>)
       -> tensor<65534xf32> {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %s = arith.addf %a, %b : f32
    %t = arith.addf %s, %c : f32
    neo.yield %t : f32
  }
  return %1 : tensor<65534xf32>
}
