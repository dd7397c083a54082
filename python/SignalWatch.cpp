//===- SignalWatch.cpp - Python's signals during a run --------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "SignalWatch.h"

#include "Arrays.h"

#include <atomic>

#include <sys/syscall.h>
#include <unistd.h>

namespace neo::python {

static thread_local bool handling = false;
static std::atomic<unsigned> timesGivenUp{0};

SignalWatch::SignalWatch(Of work)
    : interruption(ask, this), work(work), earlier(timesGivenUp),
      thread(PyEval_SaveThread()) {}

void SignalWatch::giveUpCompilations() { ++timesGivenUp; }

bool SignalWatch::insideHandler() { return handling; }

void SignalWatch::takeLock() {
  PyEval_RestoreThread(thread);
  thread = nullptr;
}

bool SignalWatch::ask(void *context) {
  auto *watch = static_cast<SignalWatch *>(context);
  if (watch->work == Of::Compilation && watch->earlier != timesGivenUp)
    return true;
  // Handlers run on the main thread only; others need not take the lock.
  if (syscall(SYS_gettid) != getpid())
    return false;
  watch->takeLock();
  handling = true;
  bool raised = PyErr_CheckSignals() != 0;
  handling = false;
  watch->thread = PyEval_SaveThread(); // Keeps what was raised.
  return raised;
}

void SignalWatch::finish() {
  takeLock();
  if (!interruption.given())
    return;
  if (PyErr_Occurred())
    throw pybind11::error_already_set();
  raise("the compilation was given up, as another thread was interrupted");
}

SignalWatch::~SignalWatch() {
  if (thread)
    takeLock();
}

} // namespace neo::python
