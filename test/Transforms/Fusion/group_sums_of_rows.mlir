// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-group))' | FileCheck %s

// The gradient of a bias is a sum over the rows that the other gradient goes
// through: siblings that read one tensor. Their rows are those of one loop,
// whatever it is called.

func.func @f(%d: tensor<4096x768xf32>) -> (tensor<4096x768xf32>, tensor<768xf32>) {
  %x = neo.compute [a: 4096, b: 768] %d[a, b]
     : (tensor<4096x768xf32>) -> tensor<4096x768xf32> {
  ^bb0(%s: f32):
    %1 = math.exp %s : f32
    neo.yield %1 : f32
  }
  %g = neo.compute [j: 768] sum [i: 4096] %d[i, j]
     : (tensor<4096x768xf32>) -> tensor<768xf32> {
  ^bb0(%s: f32):
    neo.yield %s : f32
  }
  return %x, %g : tensor<4096x768xf32>, tensor<768xf32>
}

// CHECK: neo.kernel [a: 4096]
// CHECK:   neo.compute [a: 4096, b: 768]
// CHECK:   neo.compute [b: 768] sum [a: 4096]
