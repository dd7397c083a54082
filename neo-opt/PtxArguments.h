//===- PtxArguments.h - The command line of neo-ptx-run ---------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// `f32[1024]=random:1` is a buffer of 1024 floats with made-up values, `i32=5`
// a number. A buffer's name in error messages is its place: 'argument 0'. What
// `--print` printed of one kernel is read as the argument of the next by
// `f32[1024]=file:PATH`.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_OPT_PTXARGUMENTS_H
#define NEO_OPT_PTXARGUMENTS_H

#include "Neo/Emulator/Emulator.h"

namespace neo::ptx {

struct PtxCommand {
  std::string file, entry;
  Launch launch;
  Options options;
  std::vector<std::string> arguments;
  std::vector<size_t> printed;
  bool stats = false, help = false;
};

/// Reads the words of the command line; false and a message on a mistake.
bool parseCommand(const std::vector<std::string> &words, PtxCommand &command,
                  std::string &error);

/// Is `text` nothing but digits?
bool isUnsigned(const std::string &text);
/// The number that `text` is, in digits; false if it is none of 64 bits.
bool readUnsigned(const std::string &text, uint64_t &value);

struct PtxArgument {
  std::string type;
  size_t elements = 0; ///< 0: a number.
  uint64_t address = 0;
  Argument argument;
};

/// The argument that `text` describes, its buffer allocated and filled.
bool makeArgument(const std::string &text, size_t index, DeviceMemory &memory,
                  PtxArgument &argument, std::string &error);

/// The values of a buffer, between brackets, as `file:PATH` reads them: `?`
/// stands for an element that was never written.
std::string printArgument(const PtxArgument &argument,
                          const DeviceMemory &memory);

} // namespace neo::ptx

#endif // NEO_OPT_PTXARGUMENTS_H
