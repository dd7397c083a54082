// RUN: neo-opt --neo-fuse %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-fuse))" %s

// Two operators read both tensors. They are so small that starting a kernel
// for either would take longer than evaluating its expression twice.

func.func @f(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %cheap = neo.compute [i: 8] %x[i] : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    %n = arith.negf %a : f32
    neo.yield %n : f32
  }
  %dear = neo.compute [i: 8] %x[i] : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    %e = math.exp %a : f32
    neo.yield %e : f32
  }
  %0 = neo.compute [i: 8] %cheap[i], %dear[i]
     : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    neo.yield %s : f32
  }
  %1 = neo.compute [i: 8] %cheap[i], %dear[i]
     : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<8xf32>)
// CHECK-NEXT:    neo.compute [i: 8] %[[X]][i]
// CHECK:           math.exp
// CHECK:           arith.negf
// CHECK:         neo.compute [i: 8] %[[X]][i]
// CHECK:           math.exp
// CHECK:           arith.negf
// CHECK-NOT:     neo.compute
