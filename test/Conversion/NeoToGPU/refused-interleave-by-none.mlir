// RUN: not neo-opt %s 2>&1 | FileCheck %s

// CHECK: error: copies are interleaved by a step or more
#window = #neo.gpu_window<[0, 1] pitch [68, 1] at 0 apart 544 copies 1 copy 4 on 1 interleave 0>
module attributes {window = #window} {}
