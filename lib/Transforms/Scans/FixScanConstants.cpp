//===- FixScanConstants.cpp - What is the same in every step --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The constants of a scan hold the same elements in all of its steps, so within
// the step they are what fixed arguments are within a program (FixedValues.h):
// copies of them into a better layout are worth their cost, as it is paid once,
// and are kept out of the kernels of what changes. neo-hoist-from-scans takes
// what depends on them alone out of the loop.
//
// Not of a loop of few steps, which would not pay for copies.
//
//===----------------------------------------------------------------------===//

#include "StepOf.h"

#include "Neo/Dialect/FixedValues.h"
#include "Neo/Transforms/Passes.h"

namespace neo {
#define GEN_PASS_DEF_NEOFIXSCANCONSTANTS
#include "Neo/Transforms/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

/// The least steps that pay for a copy of a constant.
constexpr int64_t fewestSteps = 4;

namespace {
struct FixScanConstants : neo::impl::NeoFixScanConstantsBase<FixScanConstants> {
  void runOnOperation() override {
    for (ScanOp scan : findScans(getOperation()))
      if (func::FuncOp step = getOwnStep(scan);
          step && int64_t(scan.getSteps()) >= fewestSteps)
        fix(scan, step);
  }

  void fix(ScanOp scan, func::FuncOp step) {
    StepShape shape(scan);
    for (unsigned i = shape.firstConstant(); i < shape.arguments(); ++i)
      step.setArgAttr(i, fixedAttrName, UnitAttr::get(&getContext()));
  }
};
} // namespace
