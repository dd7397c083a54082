// RUN: neo-opt %s --split-input-file --verify-diagnostics

func.func private @kernel(memref<4xf32>, index, index)

func.func @range() -> tensor<4xf32> {
  // expected-error @+1 {{has the negative range -1}}
  %0 = neo.launch @kernel() range -1 grain 1 : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func private @kernel(memref<4xf32>, index, index)

func.func @grain() -> tensor<4xf32> {
  // expected-error @+1 {{has the grain 0; parts have one step or more}}
  %0 = neo.launch @kernel() range 4 grain 0 : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
