//===- Accumulator.h - How the terms of one element combine -----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
//     kind    identity              combine(value, term)
//     none    0                     term
//     sum     0                     value + term
//     prod    1                     value * term
//     max     -inf, least integer   larger; NaN if either is NaN
//     min     +inf, most integer    smaller; NaN if either is NaN
//     and     all bits              value & term
//     or      0                     value | term
//     argmax  (no term yet)         position of the first largest term
//     argmin  (no term yet)         position of the first smallest term
//
// As in NumPy, NaN counts as the extremum: argmax gives the first NaN, if any.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_INTERPRETER_ACCUMULATOR_H
#define NEO_DIALECT_INTERPRETER_ACCUMULATOR_H

#include "Neo/Dialect/Interpreter/Scalar.h"
#include "Neo/Dialect/NeoDialect.h"

namespace neo {

class Accumulator {
public:
  /// Combines terms of kind `element` by `kind`.
  Accumulator(ReductionKind kind, ElementKind element);

  /// Starts a new element of the result.
  void reset();
  /// Adds the term at `position`, counted in row-major order over the
  /// reduction loops.
  void add(Scalar term, int64_t position);
  Scalar getResult() const;

private:
  bool isBetter(Scalar term) const;
  void keepBest(Scalar term, int64_t position);

  ReductionKind kind;
  ElementKind element;
  Scalar identity, value;
  int64_t bestPosition = -1;
};

} // namespace neo

#endif // NEO_DIALECT_INTERPRETER_ACCUMULATOR_H
