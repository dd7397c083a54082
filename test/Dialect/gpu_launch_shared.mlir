// RUN: neo-opt --verify-diagnostics %s

// A launch says how much shared memory a block has.

func.func @f(%x: tensor<64xf32>) -> tensor<64xf32> {
  // expected-error @+1 {{has fewer than no bytes of shared memory}}
  %0 = "neo.gpu_launch"(%x) {kernel = @kernels::@k, blocks = 1 : i64, threads = 32 : i64, shared = -4 : i64} : (tensor<64xf32>) -> tensor<64xf32>
  return %0 : tensor<64xf32>
}
