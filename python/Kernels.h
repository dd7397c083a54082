//===- Kernels.h - What an optimised module runs, as a list -----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// `neo.explain` tells a person which statements became one kernel, what that
// costs and how its loops run. All of it stands in the optimised module; here
// it is taken out of the IR, in types of the standard library only (as in
// Compiler.h), and the lines of the text that it came from say what the person
// wrote:
//
//     Y[b,j] += ...   // line 4        %0 = neo.kernel ... {
//     H[b,j] = ...    // line 13   =>    statement of line 4, with line 13
//                                      }
//
//===----------------------------------------------------------------------===//

#ifndef NEO_PYTHON_KERNELS_H
#define NEO_PYTHON_KERNELS_H

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlir {
class Location;
class ModuleOp;
} // namespace mlir

namespace neo::python {

/// Where something comes from: a line of the text and the lines of the calls
/// that led there, innermost first; and what passes made of it (Role.h), in
/// their order.
struct Place {
  std::vector<int64_t> lines;
  std::vector<std::string> roles;
};

/// All places that `location` names.
std::vector<Place> findPlaces(mlir::Location location);

/// One operator in a kernel. What was computed where it is read has left its
/// places `inside` of the body.
struct KernelStatement {
  std::vector<Place> places, inside;
  /// Loops of the result come first; the others are reduced by `kind`.
  std::vector<std::pair<std::string, int64_t>> loops;
  int64_t numResultLoops = 0;
  std::string kind;
  /// Where operands come from: the number of the kernel that makes them, -1 - n
  /// for argument n, or a statement of the same kernel.
  std::vector<std::optional<int64_t>> operands;
  std::string schedule;
};

/// What is run at once.
struct Kernel {
  std::string function;
  /// How often it runs: the steps of the loops over time around it.
  int64_t times = 1;
  /// Is it the same in every run, and done in the first one only?
  bool once = false;
  std::vector<KernelStatement> statements;
  /// The loops that all statements share, if they go step by step.
  std::vector<std::string> loops;
  /// Which results of the function it makes.
  std::vector<int64_t> results;
  double operations = 0;
  int64_t bytesRead = 0, bytesWritten = 0;
  /// How its statements go together, row by row; empty if along tiles of one.
  std::string schedule;
};

/// The kernels of public functions and of the loops over time in them, in
/// order.
std::vector<Kernel> listKernels(mlir::ModuleOp module);

} // namespace neo::python

#endif // NEO_PYTHON_KERNELS_H
