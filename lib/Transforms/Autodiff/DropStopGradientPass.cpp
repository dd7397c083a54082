//===- DropStopGradientPass.cpp - Removing stop_gradient ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/Identities.h"
#include "Neo/Transforms/Passes.h"

namespace neo {
#define GEN_PASS_DEF_NEODROPSTOPGRADIENT
#include "Neo/Transforms/Passes.h.inc"
} // namespace neo

namespace {
struct DropStopGradientPass
    : neo::impl::NeoDropStopGradientBase<DropStopGradientPass> {
  void runOnOperation() override { neo::dropStopGradients(getOperation()); }
};
} // namespace
