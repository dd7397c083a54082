// RUN: neo-opt %s --split-input-file --verify-diagnostics --neo-optimize

// What neo-optimize is told about a module is of the right kind, or refused.

// expected-error @+1 {{neo.batch is 0 : i64, but must be a positive extent, 127 : i64}}
module attributes {neo.batch = 0 : i64} {
  func.func @no_items() { return }
}

// -----

// expected-error @+1 {{neo.batch is "x", but must be a positive extent, 127 : i64}}
module attributes {neo.batch = "x"} {
  func.func @no_number() { return }
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

// -----

module attributes {neo.batch = 127 : i64, neo.strict, neo.target = "avx2"} {
  func.func @right() { return }
}
