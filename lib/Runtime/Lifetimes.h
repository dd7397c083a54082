//===- Lifetimes.h - when the temporaries of a plan are alive ---*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// A temporary is live from its first launch to its last. In a loop: what one
// trip both writes and reads is live in between; a loop-carried value, or one
// from before the loop, is live to the loop's end.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_RUNTIME_LIFETIMES_H
#define NEO_LIB_RUNTIME_LIFETIMES_H

#include "Neo/Runtime/LaunchPlan.h"
#include "Neo/Runtime/MemoryPlan.h"

namespace neo {

/// One lifetime per buffer of `plan`, in launches; unused for other kinds.
std::vector<Lifetime> temporaryLifetimes(const LaunchPlan &plan);

} // namespace neo

#endif // NEO_LIB_RUNTIME_LIFETIMES_H
