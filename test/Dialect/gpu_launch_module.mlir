// RUN: neo-opt --verify-diagnostics %s

// A launch names a kernel of this module.

func.func @f(%x: tensor<64xf32>) -> tensor<64xf32> {
  // expected-error @+1 {{launches '@kernels::@k', but this module defines no "kernels"}}
  %0 = "neo.gpu_launch"(%x) {kernel = @kernels::@k, blocks = 1 : i64, threads = 32 : i64, shared = 0 : i64} : (tensor<64xf32>) -> tensor<64xf32>
  return %0 : tensor<64xf32>
}
