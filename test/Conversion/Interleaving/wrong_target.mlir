// RUN: neo-opt --neo-interleave --verify-diagnostics %s

// The number of registers is the target's, which has to be known.

module attributes {neo.target = "abacus"} {
  // expected-error @+1 {{there is no target 'abacus'; write amx, znver5, avx512-bf16, avx512, avx2, neon, or host for this machine}}
  func.func @f(%x: vector<8xf32>) -> vector<8xf32> {
    return %x : vector<8xf32>
  }
}
