//===- InterpreterLock.h - Python's lock, to the very end -------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A run releases the interpreter's lock and takes it again. Where the main
// thread has ended the interpreter meanwhile, CPython before 3.14 ends the
// thread that asks, by unwinding its stack: destructors would release Python's
// objects without the lock, and the process would die at its very end.
//
//     main thread                    daemon thread
//     ...                            ReleasedLock released;   a run
//     the interpreter ends           ...
//     exit(0)                        ~ReleasedLock            stays here
//
// So the thread stays where it is, as it does since 3.14, until the process
// exits.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_PYTHON_INTERPRETERLOCK_H
#define NEO_PYTHON_INTERPRETERLOCK_H

#include <pybind11/pybind11.h>

namespace neo::python {

/// Where a thread waits for the exit of the process.
[[noreturn]] void stayUntilExit();

/// Takes the lock for `thread`, which PyEval_SaveThread() gave.
void takeLock(PyThreadState *thread);

/// The lock is released in a scope of a thread that holds it.
class ReleasedLock {
public:
  ReleasedLock() : thread(PyEval_SaveThread()) {}
  ~ReleasedLock() { takeLock(thread); }

private:
  PyThreadState *thread;
};

/// The lock is held in a scope of a thread that may hold it already.
class HeldLock {
public:
  HeldLock();
  ~HeldLock() { PyGILState_Release(state); }

private:
  PyGILState_STATE state;
};

} // namespace neo::python

#endif // NEO_PYTHON_INTERPRETERLOCK_H
