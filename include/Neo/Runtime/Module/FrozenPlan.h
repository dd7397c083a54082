//===- FrozenPlan.h - A plan with its weights inside ------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A program that stays in its process takes weights as inputs that never
// change: its first run brings them into the order that kernels read, packed,
// and keeps that. A module that leaves takes them along as they are read:
//
//     x: input  W: input                 x: input
//     pack(W) -> P: kept            =>   P: constant
//     matmul(x, P) -> y: result          matmul(x, P) -> y: result
//
// The weights themselves go where nothing else reads them. What packs is
// machine code: where it cannot run, being for another kind of processor, W
// becomes a constant, and the first run of the module packs it.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_RUNTIME_MODULE_FROZENPLAN_H
#define NEO_RUNTIME_MODULE_FROZENPLAN_H

#include "Neo/Runtime/LaunchPlan.h"

namespace neo {

/// Makes constants of the inputs from number `first` on, whose `data` are
/// given in order.
void fixInputs(LaunchPlan &plan, int first,
               const std::vector<const void *> &data);

/// Runs the prepared launches, which have kernels, and makes constants of what
/// they leave. False, and a sentence in `error`, if there is no memory for it.
bool foldPrepared(LaunchPlan &plan, std::string &error);

/// Removes the buffers that nothing names, inputs and results apart.
void dropUnused(LaunchPlan &plan);

/// Decides where temporaries lie. False, and a sentence, if there are too many.
bool placeTemporaries(LaunchPlan &plan, std::string &error);

/// A constant's bytes, under a name that follows from them: equal ones, of
/// whatever plans, are one.
struct StoredTensor {
  std::string name;
  std::vector<char> data;
};

/// Takes the data of constants out of `plan`, which names tensors instead.
std::vector<StoredTensor> takeTensors(LaunchPlan &plan);

/// The bytes of the constants, and of what the first run keeps; as an Executor
/// has them.
size_t lastingBytes(const LaunchPlan &plan);

} // namespace neo

#endif // NEO_RUNTIME_MODULE_FROZENPLAN_H
