// RUN: neo-opt %s --verify-diagnostics

// (C6) The body ends with a neo.yield.

func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{body does not end with neo.yield (C6)}}
  %0 = "neo.compute"(%A) <{kind = 0 : i32, maps = [affine_map<(i) -> (i)>],
        guards = [unit], pads = [unit], reductionExtents = array<i64>,
        loops = ["i"]}> ({
  ^bb0(%a: f32):
    "llvm.unreachable"() : () -> ()
  }) : (tensor<8xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
