// RUN: neo-opt %s --split-input-file --verify-diagnostics

// Attributes that are asked whether they are there have no value: one that is
// false would be there.

// expected-error @+1 {{neo.constant is false, but has no value: write it alone, or not at all}}
func.func @constant(%x: tensor<4xf32> {neo.constant = false}) { return }

// -----

// expected-error @+1 {{neo.fixed is 1 : i64, but has no value: write it alone, or not at all}}
func.func @fixed(%x: tensor<4xf32> {neo.fixed = 1}) { return }

// -----

// expected-error @+1 {{neo.checkpoint is "no", but has no value: write it alone, or not at all}}
func.func @checkpoint() attributes {neo.checkpoint = "no"} { return }

// -----

// expected-error @+1 {{neo.scheduled is true, but has no value: write it alone, or not at all}}
module attributes {neo.scheduled = true} {
}
