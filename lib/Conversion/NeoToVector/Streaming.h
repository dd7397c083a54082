//===- Streaming.h - Streaming stores ---------------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A store first loads the cache line that it writes to, unless it is a
// streaming (non-temporal) store of the whole line, which bypasses the caches.
// That saves a third of the traffic of a copy, where the tensor is too large to
// be found in cache by whoever reads it, begins a line (Kernel.h) and is
// written in whole lines, each once. A result of the program is read later than
// a temporary, so a smaller one is worth it; not so where hardly anything is
// read, as then nothing competes with it for the cache.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_STREAMING_H
#define NEO_CONVERSION_NEOTOVECTOR_STREAMING_H

#include "RowPlan.h"

namespace neo {

/// Is `value` large enough for streaming stores in `kernel`, which
/// reads its operands meanwhile?
bool worthStreaming(mlir::Value value, mlir::Operation *kernel);

/// Should `value`, written by vectors of `schedule` at `position`, be written
/// by streaming stores?
bool streams(mlir::Value value, const LoopNest &nest, const Schedule &schedule,
             const LinearForm &position, mlir::Operation *kernel);

/// The same for what a statement of a row kernel gives.
bool streamsRows(const RowPlan &plan, const RowStatement &statement);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_STREAMING_H
