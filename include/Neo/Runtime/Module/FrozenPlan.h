//===- FrozenPlan.h - A plan with its weights inside ------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A program in its own process takes weights as inputs that never change: its
// first run packs them into the order that kernels read, and keeps the result.
// An exported module holds the packed weights as constants:
//
//     x: input  W: input                 x: input
//     pack(W) -> P: kept            =>   P: constant
//     matmul(x, P) -> y: result          matmul(x, P) -> y: result
//
// The weights themselves are dropped where nothing else reads them. Packing
// runs machine code: where that cannot run here, being for another processor, W
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

/// Runs the prepared launches, which have kernels, and makes constants of their
/// results. False, and a message in `error`, if there is no memory for it.
bool foldPrepared(LaunchPlan &plan, std::string &error);

/// Removes unused buffers, except inputs and results.
void dropUnused(LaunchPlan &plan);

/// Computes the memory plan. False, and a message, if temporaries are too
/// large.
bool placeTemporaries(LaunchPlan &plan, std::string &error);

/// A constant's bytes, named by their checksum: equal constants of all plans
/// are stored once.
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
