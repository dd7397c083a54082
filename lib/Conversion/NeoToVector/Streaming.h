//===- Streaming.h - Streaming stores ---------------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A store first loads the cache line that it writes to (read for ownership),
// unless it is a streaming (non-temporal) store of the whole line, which
// bypasses the caches. That saves a third of the traffic of a copy. It requires
// a tensor that is aligned to lines (Kernel.h) and written in whole lines, each
// once, and pays where the tensor is too large to be still in cache when it is
// read. A result of the program is read later than a temporary, so streaming
// pays from a smaller size on; not in a kernel that reads hardly anything,
// where nothing competes for the cache.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_STREAMING_H
#define NEO_CONVERSION_NEOTOVECTOR_STREAMING_H

#include "RowPlan.h"

namespace neo {

/// Is `value` large enough for streaming stores in `kernel`, which
/// reads its operands meanwhile?
bool isLarge(mlir::Value value, mlir::Operation *kernel);

/// Is it, and made of whole lines?
bool worthStreaming(mlir::Value value, mlir::Operation *kernel);

/// Should `value`, written by vectors of `schedule` at `position`, be written
/// by streaming stores?
bool streams(mlir::Value value, const LoopNest &nest, const Schedule &schedule,
             const LinearForm &position, mlir::Operation *kernel);

/// The same for the result of a statement of a row kernel.
bool streamsRows(const RowPlan &plan, const RowStatement &statement);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_STREAMING_H
