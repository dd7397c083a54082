//===- Session.h - One text on its way through MLIR -------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#ifndef NEO_PYTHON_SESSION_H
#define NEO_PYTHON_SESSION_H

#include "Compiler.h"

#include "Neo/Conversion/Pipelines.h"
#include "Neo/Runtime/PlannedProgram.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"

namespace neo::python {

/// A context that collects diagnostics as messages.
class Session {
public:
  Session() : context(makeRegistry(), mlir::MLIRContext::Threading::DISABLED) {
    context.printOpOnDiagnostic(false);
    context.getDiagEngine().registerHandler(
        [this](mlir::Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() != mlir::DiagnosticSeverity::Error) {
            addRemark(diagnostic);
            return mlir::success();
          }
          if (!messages.empty())
            messages += "\n";
          messages += diagnostic.str();
          for (mlir::Diagnostic &note : diagnostic.getNotes())
            messages += " (" + note.str() + ")";
          return mlir::success();
        });
  }

  mlir::OwningOpRef<mlir::ModuleOp> parse(const std::string &text) {
    return mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  }

  /// The diagnostics so far, or `otherwise` if there are none.
  std::string takeError(const std::string &otherwise) {
    return messages.empty() ? otherwise : std::exchange(messages, {});
  }

  mlir::MLIRContext context;
  std::vector<Remark> remarks;

private:
  void addRemark(mlir::Diagnostic &diagnostic) {
    Remark remark{findPlaces(diagnostic.getLocation()), diagnostic.str(), {}};
    for (mlir::Diagnostic &note : diagnostic.getNotes())
      remark.notes.push_back(note.str());
    remarks.push_back(std::move(remark));
  }

  static mlir::DialectRegistry makeRegistry() {
    mlir::DialectRegistry registry;
    neo::registerAllDialects(registry);
    return registry;
  }

  std::string messages;
};

/// Types of the runtime, as NumPy names them.
std::vector<ArrayType> describe(llvm::ArrayRef<BufferType> types);

} // namespace neo::python

#endif // NEO_PYTHON_SESSION_H
