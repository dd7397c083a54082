//===- InterpreterLock.cpp - Python's lock, to the very end ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "InterpreterLock.h"

#include <unistd.h>

namespace neo::python {

void stayUntilExit() {
  for (;;)
    pause();
}

/// What `take` gives. It throws nothing of its own: what unwinds the stack is
/// the end of the thread, and must not go on.
template <typename Take> static auto stayAtTheEnd(Take take) {
  try {
    return take();
  } catch (...) {
    stayUntilExit();
  }
}

void takeLock(PyThreadState *thread) {
  stayAtTheEnd([&] { PyEval_RestoreThread(thread); });
}

HeldLock::HeldLock()
    : state(stayAtTheEnd([] { return PyGILState_Ensure(); })) {}

} // namespace neo::python
