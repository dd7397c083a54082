// RUN: sed -n '/^```mlir/,/^```$/p' %S/../../docs/Gradients.md | sed '/^```/d' \
// RUN:   | neo-opt | FileCheck %s

// The examples of docs/Gradients.md are neo that verifies.
// CHECK: func.func private @block
// CHECK: func.func @words
