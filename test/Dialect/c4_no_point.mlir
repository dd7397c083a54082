// RUN: neo-opt %s --verify-diagnostics

// (C4) Every index lies inside its operand wherever the operand's guard and the
// 'where' guard hold.

// No point, no wrong index.
func.func @f(%A: tensor<8xf32>) -> tensor<0x4xf32> {
  %0 = neo.compute [z: 0, i: 4] %A[i + 100]
     : (tensor<8xf32>) -> tensor<0x4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<0x4xf32>
}
