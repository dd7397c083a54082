// RUN: neo-opt --verify-diagnostics %s

// (K1) A kernel ends with its results.

func.func @f(%x: tensor<64xf32>) -> tensor<64xf32> {
  // expected-error @+1 {{must end with neo.results (K1)}}
  %0 = "neo.kernel"(%x) <{extents = array<i64: 64>, loops = ["i"]}> ({
  ^bb0(%v: tensor<64xf32>):
    %y = neo.compute [i: 64] %v[i] : (tensor<64xf32>) -> tensor<64xf32> {
    ^bb0(%a: f32):
      neo.yield %a : f32
    }
    "llvm.unreachable"() : () -> ()
  }) : (tensor<64xf32>) -> tensor<64xf32>
  return %0 : tensor<64xf32>
}
