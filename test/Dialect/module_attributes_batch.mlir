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
