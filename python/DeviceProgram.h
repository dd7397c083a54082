//===- DeviceProgram.h - A function compiled for a GPU ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#ifndef NEO_PYTHON_DEVICEPROGRAM_H
#define NEO_PYTHON_DEVICEPROGRAM_H

#include "Compiler.h"

#include "Neo/Runtime/Cuda/GPUExecutor.h"

namespace neo::python {

/// A function for the first GPU.
class DeviceProgram {
public:
  DeviceProgram();
  ~DeviceProgram();
  /// An error also if there is no driver, no GPU or no memory on it.
  static Outcome<std::unique_ptr<DeviceProgram>>
  compile(const std::string &text, const std::string &function);

  std::vector<ArrayType> inputs() const;
  std::vector<ArrayType> results() const;
  /// An error message or nothing; the `problem` of an index from data is its
  /// own.
  std::string run(GPUCall &call, std::string &problem);
  /// The same of GPUExecutor::time().
  std::string time(GPUCall &call, unsigned repeats, float &milliseconds,
                   std::string &problem);
  size_t launches() const;
  size_t arenaBytes() const;
  /// The kernels, as PTX.
  const std::string &image() const;

private:
  struct State;
  std::unique_ptr<State> state;
};

/// A module with the schedules of its kernels on the GPU that is there, or on
/// an sm_80 where there is none.
Outcome<std::string> scheduleForDevice(const std::string &text);

/// The kernels of `function` as PTX for `chip`, which need not be there.
Outcome<std::string> emitPTX(const std::string &text,
                             const std::string &function,
                             const std::string &chip);

/// The kernels by name, assembled for `chip`.
Outcome<std::map<std::string, std::string>>
emitCubins(const std::string &text, const std::string &function,
           const std::string &chip);

} // namespace neo::python

#endif // NEO_PYTHON_DEVICEPROGRAM_H
