//===- Processors.h - which processors a process may use --------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// The processors in this process's affinity mask, in the order in which
// threads should be put on them: one per physical core first, then the cores'
// second hardware threads. Two threads on one core share its multipliers, so
// they come last.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_RUNTIME_PROCESSORS_H
#define NEO_RUNTIME_PROCESSORS_H

#include <pthread.h>
#include <vector>

namespace neo {

/// Empty when the system does not tell.
std::vector<int> allowedProcessors();

/// Keeps `thread` on one processor. False if the system refuses.
bool pinToProcessor(pthread_t thread, int processor);

/// The processor that the calling thread is on at this moment; -1 if the system
/// does not tell.
int currentProcessor();

} // namespace neo

#endif // NEO_RUNTIME_PROCESSORS_H
