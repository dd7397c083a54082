// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// Operators that are the same but for their tensors share a kernel, whatever
// their values are called; a body of its own, or another pad, is a kernel of
// its own.

func.func @f(%x: tensor<8xf32>, %y: tensor<8xf32>)
    -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0 = neo.compute [i: 8] %x[i - 1] if (i >= 1) else 0.0
     : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    %n = arith.negf %a : f32
    neo.yield %n : f32
  }
  %1 = neo.compute [i: 8] %y[i - 1] if (i >= 1) else 0.0
     : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%b: f32):
    %m = arith.negf %b : f32
    neo.yield %m : f32
  }
  %2 = neo.compute [i: 8] %y[i - 1] if (i >= 1) else 0.0
     : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    %n = math.absf %a : f32
    neo.yield %n : f32
  }
  %3 = neo.compute [i: 8] %y[i - 1] if (i >= 1) else 1.0
     : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    %n = arith.negf %a : f32
    neo.yield %n : f32
  }
  return %0, %1, %2, %3
       : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<8xf32>, %[[Y:[^:]*]]: tensor<8xf32>)
// CHECK-DAG:     neo.launch @f_kernel0(%[[X]])
// CHECK-DAG:     neo.launch @f_kernel0(%[[Y]])
// CHECK-DAG:     neo.launch @f_kernel1(%[[Y]])
// CHECK-DAG:     neo.launch @f_kernel2(%[[Y]])
// CHECK-NOT:     @f_kernel3
