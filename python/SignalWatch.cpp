//===- SignalWatch.cpp - Python's signals during a run --------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "SignalWatch.h"

#include <sys/syscall.h>
#include <unistd.h>

namespace neo::python {

static thread_local bool handling = false;

bool SignalWatch::insideHandler() { return handling; }

void SignalWatch::takeLock() {
  PyEval_RestoreThread(thread);
  thread = nullptr;
}

bool SignalWatch::ask(void *context) {
  // Handlers run on the main thread only; others need not take the lock.
  if (syscall(SYS_gettid) != getpid())
    return false;
  auto *watch = static_cast<SignalWatch *>(context);
  watch->takeLock();
  handling = true;
  bool raised = PyErr_CheckSignals() != 0;
  handling = false;
  watch->thread = PyEval_SaveThread(); // Keeps what was raised.
  return raised;
}

void SignalWatch::finish() {
  takeLock();
  if (interruption.given())
    throw pybind11::error_already_set();
}

SignalWatch::~SignalWatch() {
  if (thread)
    takeLock();
}

} // namespace neo::python
