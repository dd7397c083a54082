// RUN: neo-opt %s --neo-schedule-gpu --verify-diagnostics

// expected-error@+1 {{neo.allow_tf32 is true, but has no value: write it alone, or not at all}}
module attributes {neo.allow_tf32 = true} {
}
