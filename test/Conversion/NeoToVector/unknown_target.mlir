// RUN: neo-opt %s --convert-neo-to-vector --verify-diagnostics
// RUN: neo-opt %s --neo-schedule --verify-diagnostics

// expected-error @+1 {{there is no target 'abacus'; write amx, znver5, avx512-bf16, avx512, avx2, neon, or host for this machine}}
module attributes {neo.target = "abacus"} {
}
