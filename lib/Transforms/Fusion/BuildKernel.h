//===- BuildKernel.h - From a group to a neo.kernel -------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
#ifndef NEO_LIB_TRANSFORMS_FUSION_BUILDKERNEL_H
#define NEO_LIB_TRANSFORMS_FUSION_BUILDKERNEL_H

#include "KernelGroup.h"

namespace neo {

/// Replaces the statements of `group` by a neo.kernel at the position of the
/// last one. It need not dominate users of the others: sort the block
/// afterwards.
KernelOp buildKernel(const KernelGroup &group);

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_FUSION_BUILDKERNEL_H
