// RUN: not neo-opt --pass-pipeline="builtin.module(func.func(neo-sums-once{start=nan}))" %s 2>&1 | FileCheck --check-prefix=START %s
// RUN: not env NEO_TARGET=avx512 neo-opt --neo-schedule=draw=-7 %s 2>&1 | FileCheck --check-prefix=DRAW %s

// START: error: start is a cost in cycles, or below 0 for that of the machine, not nan
// DRAW: error: draw is the number of a schedule from 0 on, or -1 for the best, not -7
func.func @f() {
  return
}
