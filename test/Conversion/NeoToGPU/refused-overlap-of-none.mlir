// RUN: neo-opt %s --verify-diagnostics

// expected-error@+1 {{the numbers of an overlap are 1 or more, not 0}}
#a = #neo.gpu_overlap<copies 1 fragments 1 operands 0>
