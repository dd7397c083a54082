//===- MachineRates.h - How fast the machine is -----------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// What is worth computing twice, keeping, or starting a kernel for depends on
// three things that differ from machine to machine by factors: how fast one
// core computes, how fast it is fed, and what a launch costs. They are the
// denominators of NeoFlow's reward (TPDS 2021, section 5.1), Pc, Pd and L:
//
//     R = dT / Pd + dC / Pc + dK * L
//
// A module may say them, in operations or bytes per second and in seconds:
//
//     module attributes {neo.machine = {vectors = 3.7e9, memory = 2.1e10,
//                                       cache = 6.0e10, launch = 1.0e-7}}
//
// What it leaves out is that of a server processor of the year 2023. The
// attribute and not the machine that compiles: passes give the same result
// everywhere, and code for another machine can be costed by that machine's
// numbers. Neo's compiler adds those that were measured here by
// `neo.calibrate` to modules that say none (Neo/Target/Calibration.h).
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_MACHINERATES_H
#define NEO_DIALECT_MACHINERATES_H

#include "mlir/IR/Operation.h"

namespace neo {

constexpr llvm::StringLiteral machineAttrName = "neo.machine";

/// Of one core.
struct MachineRates {
  double vectors = 3.5e9;  // vector instructions per second: Pc
  double memory = 17.5e9;  // bytes per second, read and written: Pd
  double cache = 49e9;     // the same in the last-level cache
  double launch = 0.57e-6; // seconds: L

  /// Of the module that `op` is or is in.
  static MachineRates of(mlir::Operation *op);
};

/// Fails, with an error at `op`, if the rates of its module are none.
mlir::LogicalResult verifyMachine(mlir::Operation *op);

} // namespace neo

#endif // NEO_DIALECT_MACHINERATES_H
