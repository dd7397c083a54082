// RUN: neo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(neo-group, neo-algebra))'

// Rates of a machine are positive numbers under four names; neo-group and
// neo-algebra ask for them.

module attributes {neo.machine = {vectors = 3.0e9, memory = 2.0e10, cache = 5.0e10, launch = 1.0e-7}} {
  func.func @known() { return }
}

// -----

module attributes {neo.machine = 3 : i64} {
  // expected-error @+1 {{neo.machine is 3 : i64, but must be a dictionary, {memory = 2.0e10}}}
  func.func @no_dictionary() { return }
}

// -----

module attributes {neo.machine = {clock = 3.0e9}} {
  // expected-error @+1 {{neo.machine knows no 'clock'; write vectors, memory, cache or launch}}
  func.func @unknown() { return }
}
