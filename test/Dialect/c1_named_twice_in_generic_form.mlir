// RUN: neo-opt %s --verify-diagnostics

// (C1) Every loop has a name of its own, in generic form too.

func.func @f(%A: tensor<8xf32>) -> tensor<4x4xf32> {
  // expected-error @below {{loop 'i' is named twice (C1)}}
  %0 = "neo.compute"(%A) <{kind = 0 : i32, maps = [affine_map<(i, j) -> (i)>],
        guards = [unit], pads = [unit], reductionExtents = array<i64>,
        loops = ["i", "i"]}> ({
  ^bb0(%a: f32):
    neo.yield %a : f32
  }) : (tensor<8xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
