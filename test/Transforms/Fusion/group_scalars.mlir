// RUN: neo-opt --pass-pipeline="builtin.module(func.func(neo-group{explain}))" --verify-diagnostics %s

// Tensors of rank 0 have no rows.

func.func @f(%x: tensor<f32>) -> tensor<f32> {
  // expected-remark @+1 {{statements over [] [] are not one kernel: they have no rows}}
  %y = neo.compute [] %x[]
     : (tensor<f32>) -> tensor<f32> {
  ^bb0(%a: f32):
    %c = arith.negf %a : f32
    neo.yield %c : f32
  }
  %z = neo.compute [] %y[]
     : (tensor<f32>) -> tensor<f32> {
  ^bb0(%a: f32):
    %c = arith.negf %a : f32
    neo.yield %c : f32
  }
  return %z : tensor<f32>
}
