// RUN: not neo-opt %s --neo-schedule-gpu=rank=-1 2>&1 | FileCheck %s -DRANK=-1
// RUN: not neo-opt %s --neo-schedule-gpu=rank=1000001 2>&1 | FileCheck %s -DRANK=1000001

// CHECK: error: rank is a place in the order of costs, from 0 to 1000000, not [[RANK]]
module {
}
