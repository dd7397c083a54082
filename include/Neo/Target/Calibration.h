//===- Calibration.h - Rates that were measured here ------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// What `neo.calibrate` measures is kept in the cache (CodeCache.h), for one
// kind of processor and one build of Neo, as the attribute `neo.machine` that
// it becomes (Neo/Dialect/MachineRates.h):
//
//     {vectors = 3.7e9, memory = 2.1e10, cache = 6.0e10, launch = 1.0e-7}
//
// Programs that say nothing themselves are compiled for it, and their keys in
// the cache contain it: a new measurement finds no program of the old one.
// neo-opt does not read it, so that a pass gives the same IR everywhere.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TARGET_CALIBRATION_H
#define NEO_TARGET_CALIBRATION_H

#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace neo {

/// The attribute's text; empty if nothing was measured.
std::string readCalibration();

/// Keeps `text` from now on. False if there is no cache to keep it in.
bool keepCalibration(llvm::StringRef text);

/// Says in `module` what was measured, unless it says something itself.
void applyCalibration(mlir::ModuleOp module);

} // namespace neo

#endif // NEO_TARGET_CALIBRATION_H
