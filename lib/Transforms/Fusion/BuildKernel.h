//===- BuildKernel.h - From a group to a neo.kernel -------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
#ifndef NEO_LIB_TRANSFORMS_FUSION_BUILDKERNEL_H
#define NEO_LIB_TRANSFORMS_FUSION_BUILDKERNEL_H

#include "KernelGroup.h"

namespace neo {

/// Puts a neo.kernel in the place of the last statement of `group`. Users of
/// the others may stand before it: sort the block afterwards.
KernelOp buildKernel(const KernelGroup &group);

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_FUSION_BUILDKERNEL_H
