//===- SignalWatch.cpp - Python's signals during a run --------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "SignalWatch.h"

#include "Arrays.h"
#include "InterpreterLock.h"

#include <mutex>
#include <set>
#include <utility>

#include <sys/syscall.h>
#include <unistd.h>

namespace neo::python {

static thread_local bool handling = false;

static int64_t currentThread() { return syscall(SYS_gettid); }

/// Threads whose compilations are given up.
static std::mutex givenUpMutex;
static std::set<int64_t> givenUpThreads;

static bool isGivenUp(int64_t thread) {
  std::lock_guard<std::mutex> lock(givenUpMutex);
  return givenUpThreads.count(thread) > 0;
}

SignalWatch::SignalWatch(Of work)
    : interruption(ask, this), work(work), thread(PyEval_SaveThread()) {
  if (work == Of::Compilation)
    compiling.emplace();
}

void SignalWatch::giveUpCompilations(int64_t thread, bool givenUp) {
  std::lock_guard<std::mutex> lock(givenUpMutex);
  if (givenUp)
    givenUpThreads.insert(thread);
  else
    givenUpThreads.erase(thread);
}

bool SignalWatch::insideHandler() { return handling; }

void SignalWatch::takeLock() {
  neo::python::takeLock(std::exchange(thread, nullptr));
}

bool SignalWatch::ask(void *context) {
  auto *watch = static_cast<SignalWatch *>(context);
  if (watch->work == Of::Compilation &&
      (isGivenUp(currentThread()) || CompilingScope::isEnding()))
    return true;
  // Handlers run on the main thread only; others need not take the lock.
  if (currentThread() != getpid())
    return false;
  watch->takeLock();
  handling = true;
  bool raised = PyErr_CheckSignals() != 0;
  handling = false;
  watch->thread = PyEval_SaveThread(); // Keeps what was raised.
  return raised;
}

void SignalWatch::finish() {
  compiling.reset();
  takeLock();
  if (!interruption.given())
    return;
  if (PyErr_Occurred())
    throw pybind11::error_already_set();
  raise("the compilation was given up, as another thread was interrupted");
}

SignalWatch::~SignalWatch() {
  compiling.reset();
  if (thread)
    takeLock();
}

} // namespace neo::python
