// RUN: sed -n '/^```mlir/,/^```$/p' %S/../../docs/Dialect.md | sed '/^```/d' \
// RUN:   | neo-opt | FileCheck %s

// The examples of docs/Dialect.md are neo that verifies.
// CHECK: func.func @matmul
// CHECK: func.func @convolution
// CHECK: func.func @lower_triangle
// CHECK: func.func @pack
// CHECK: func.func @predictions
// CHECK: func.func @one_hot
// CHECK: func.func @of_nothing
// CHECK: func.func @embedding
// CHECK: func.func @along_axis
