// RUN: neo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(neo-group, neo-algebra))'

// Rates of a machine are positive numbers under four names; neo-group and
// neo-algebra ask for them.

module attributes {neo.machine = {memory = 0.0}} {
  // expected-error @+1 {{'memory' of neo.machine is 0.000000e+00 : f64, but must be a float in 1e-12..1e18}}
  func.func @zero() { return }
}

// -----

module attributes {neo.machine = {launch = 1 : i64}} {
  // expected-error @+1 {{'launch' of neo.machine is 1 : i64, but must be a float in 1e-12..1e18}}
  func.func @integer() { return }
}
