//===- GroupPrice.h - What a kernel of several statements saves -*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The reward of NeoFlow (TPDS 2021, section 5.1):
//
//     R = dT / Pd + dC / Pc + dK * L
//
// with the bytes dT, operations dC and launches dK that are saved, the
// bandwidth Pd, the rate of operations Pc and the price L of a launch. A kernel
// of its own reads each operand and writes its result; one kernel for several
// reads each operand once and writes what is used outside. Tensors that stay in
// the second-level cache between kernels cost nothing. The sum of partial rows
// is one more launch.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_FUSION_GROUPPRICE_H
#define NEO_LIB_TRANSFORMS_FUSION_GROUPPRICE_H

#include "KernelGroup.h"

namespace neo {

/// The machine as the reward sees it.
struct MachineCosts {
  double bytesPerSecond = 12e9;      // Pd: memory, one core
  double operationsPerSecond = 50e9; // Pc
  double secondsPerLaunch = 1e-6;    // L
  double cacheBytes = 256 * 1024;    // what stays between kernels
};

struct GroupReward {
  double bytes = 0, operations = 0, launches = 0; // saved
  double seconds(const MachineCosts &costs) const {
    return bytes / costs.bytesPerSecond +
           operations / costs.operationsPerSecond +
           launches * costs.secondsPerLaunch;
  }
};

/// What `group` saves beside kernels that hold its statements as `parts`.
GroupReward rewardOf(const KernelGroup &group,
                     llvm::ArrayRef<llvm::ArrayRef<ComputeOp>> parts,
                     const MachineCosts &costs);

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_FUSION_GROUPPRICE_H
