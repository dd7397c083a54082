// RUN: neo-opt --neo-schedule-gpu --convert-neo-to-gpu %s | FileCheck %s

// A module in another one has symbols of its own: it stays as it is.

// CHECK:       module @inner
// CHECK:         neo.compute
// CHECK:       func.func @outer(
// CHECK:         neo.gpu_launch @kernels::@outer_kernel0
module {
  module @inner {
    func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
      %y = neo.compute [i: 4] %x[i] : (tensor<4xf32>) -> tensor<4xf32> {
      ^bb0(%p: f32):
        %d = math.tanh %p : f32
        neo.yield %d : f32
      }
      return %y : tensor<4xf32>
    }
  }
  func.func @outer(%x: tensor<4xf32>) -> tensor<4xf32> {
    %y = neo.compute [i: 4] %x[i] : (tensor<4xf32>) -> tensor<4xf32> {
    ^bb0(%p: f32):
      %d = math.tanh %p : f32
      neo.yield %d : f32
    }
    return %y : tensor<4xf32>
  }
}
