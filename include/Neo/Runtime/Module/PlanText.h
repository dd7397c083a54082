//===- PlanText.h - A launch plan as a text ---------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The plan of an exported module, as JSON: buffers, launches,
// copies, loops, and where temporaries lie in the arena (the memory plan).
//
//     {"buffers": [
//     {"kind": "input", "bytes": 96, "index": 0, ...},
//     {"kind": "constant", "bytes": 128, "tensor": "packed-93..", ...},
//     {"kind": "result", "bytes": 64, "index": 0, ...}],
//     "launches": [
//     {"buffers": [0, 1, 2], "extent": 4, "grain": 1, "name": "main_kernel0",
//      "code": "neo_51..__packed", ...}],
//     "copies": [], "loops": [], "prepared": 0,
//     "memory": {"offsets": [0, 0, 0], "bytes": 0}}
//
// Unlike the bytes of a cache (PlannedProgram.h) it is the same for all
// machines and for later builds of Neo: the manifest says which form it has.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_RUNTIME_MODULE_PLANTEXT_H
#define NEO_RUNTIME_MODULE_PLANTEXT_H

#include "Neo/Runtime/LaunchPlan.h"

#include <optional>
#include <string_view>

namespace neo {

/// `plan`, which is for one size and whose constants are named tensors.
std::string writePlanText(const LaunchPlan &plan);

/// Nothing, and a message in `error` that begins with `place` and names the
/// field, if `text` is no plan. The Executor validates it; the caller
/// resolves its kernels.
std::optional<LaunchPlan> readPlanText(std::string_view text,
                                       const std::string &place,
                                       std::string &error);

} // namespace neo

#endif // NEO_RUNTIME_MODULE_PLANTEXT_H
