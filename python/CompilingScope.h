//===- CompilingScope.h - Compilations where the process ends ---*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// exit() destroys the statics of LLVM. A daemon thread that generates code then
// reads what is gone, and the process dies after its last line. So the end is
// said before, while the interpreter is whole:
//
//     main thread                       daemon thread
//     atexit: end()                     CompilingScope   in flight: given up
//       waits until none is in flight   ~CompilingScope
//     exit()                            CompilingScope   stays here
//
//===----------------------------------------------------------------------===//

#ifndef NEO_PYTHON_COMPILINGSCOPE_H
#define NEO_PYTHON_COMPILINGSCOPE_H

namespace neo::python {

/// A thread compiles, without the interpreter's lock.
class CompilingScope {
public:
  CompilingScope();
  ~CompilingScope();
  CompilingScope(const CompilingScope &) = delete;

  /// Waits for compilations of other threads than the caller, which are given
  /// up; those that begin later never return.
  static void end();
  /// Is what this thread compiles to be given up, as the process ends?
  static bool isEnding();
};

} // namespace neo::python

#endif // NEO_PYTHON_COMPILINGSCOPE_H
