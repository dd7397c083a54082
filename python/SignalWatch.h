//===- SignalWatch.h - Python's signals during a run ------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A run, or a compilation, releases the interpreter's lock, and takes it again
// now and then to run the handlers of signals that came in: Ctrl-C would
// otherwise wait for the end of the run.
//
//     SignalWatch watch;                          // the lock is released
//     program->run(from, to, watch.interruption);
//     watch.finish();                             // it is held; may throw
//
// A handler that raises gives the run up. One that returns lets it go on, which
// is why it must not start a run itself: the interrupted one holds its
// program's memory and the thread pool. checkNoHandler() refuses that.
//
// Signals reach the main thread alone. Where that one waits for compilations in
// other threads (neo.torch.ahead) and is interrupted, it gives them up.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_PYTHON_SIGNALWATCH_H
#define NEO_PYTHON_SIGNALWATCH_H

#include "CompilingScope.h"

#include "Neo/Runtime/Interruption.h"

#include <pybind11/pybind11.h>

#include <cstdint>
#include <optional>

namespace neo::python {

class SignalWatch {
public:
  enum class Of { Run, Compilation };
  explicit SignalWatch(Of work = Of::Run);
  ~SignalWatch();

  /// Takes the lock; throws what a handler raised.
  void finish();

  /// True in a handler that interrupts a run on this thread.
  static bool insideHandler();

  /// Gives up what a thread compiles, now and until `givenUp` is false; it
  /// raises neo.Error. `thread` is the system's number of it.
  static void giveUpCompilations(int64_t thread, bool givenUp);

  Interruption interruption;

private:
  static bool ask(void *watch);
  void takeLock();

  const Of work;
  /// Null while the lock is held.
  PyThreadState *thread;
  /// Of a compilation, once the lock is released.
  std::optional<CompilingScope> compiling;
};

} // namespace neo::python

#endif // NEO_PYTHON_SIGNALWATCH_H
