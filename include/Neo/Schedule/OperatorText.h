//===- OperatorText.h - Canonical texts of operators ------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_OPERATORTEXT_H
#define NEO_SCHEDULE_OPERATORTEXT_H

#include "Neo/Dialect/NeoDialect.h"

namespace neo {

/// Canonical text of an operator of the dialect, with all in its regions: equal
/// for operators that compute the same from operands of the same types,
/// whatever their names. An operand that is read twice is told from two.
std::string describeOperator(mlir::Operation *op);

} // namespace neo

#endif // NEO_SCHEDULE_OPERATORTEXT_H
