// RUN: neo-opt %s --split-input-file --verify-diagnostics --neo-optimize

// What neo-optimize is told about a module is of the right kind, or refused.

module attributes {neo.batch = 127 : i64, neo.strict, neo.target = "avx2"} {
  func.func @right() { return }
}

// -----

module attributes {neo.strict = 3 : i64} {
  // expected-error @+1 {{neo.strict is 3 : i64, but has no value: write it alone, or not at all}}
  func.func @strict() { return }
}

// -----

module attributes {neo.target = 3 : i64} {
  // expected-error @+1 {{neo.target is 3 : i64, but must be the name of a target, "avx2"}}
  func.func @target() { return }
}
