//===- AffineForms.h - AffineExpr to Form and back --------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Conversion between the IR's index expressions and the analysis' forms. Both
// number the loops alike: dimension d of a map is variable d of a form.
//
//     AffineExpr                 Form                            AffineExpr
//     2 * d0 + d1 - 1            2 x0 + x1 - 1                   the same
//     d0 mod 4                   x0 - 4 floor(x0 / 4)            d0 mod 4
//     (d0 mod 8) floordiv 2      floor(x0/2) - 4 floor(x0/8)     (d0 floordiv
//     2)
//                                                                  mod 4
//
// A form has no mods; the conversion back recognises them (ModTerms.h).
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_AUTODIFF_AFFINEFORMS_H
#define NEO_TRANSFORMS_AUTODIFF_AFFINEFORMS_H

#include "Neo/Analysis/IndexInversion.h"

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/IntegerSet.h"

namespace neo {

/// Reads index expressions over loops with the given extents.
class FormReader {
public:
  explicit FormReader(llvm::ArrayRef<int64_t> extents)
      : box(boxOfExtents(extents)) {}

  /// `expr` has dimensions only, no symbols. On overflow of 64 bits the form is
  /// overflowed().
  Form read(mlir::AffineExpr expr);
  llvm::SmallVector<Form, 4> read(mlir::AffineMap map);
  /// The constraints of `set`; none for a null set.
  llvm::SmallVector<Guard, 2> read(mlir::IntegerSet set);

  /// Every `e mod V` read since the last call, with its range.
  llvm::SmallVector<ModForm, 2> takeMods() { return std::move(mods); }

private:
  Box box;
  llvm::SmallVector<ModForm, 2> mods;
};

/// The way back: variable i becomes dimension i. No form may have overflowed.
mlir::AffineExpr toAffine(const Form &form, mlir::MLIRContext *context);
mlir::AffineMap toAffineMap(llvm::ArrayRef<Form> forms, unsigned numDims,
                            mlir::MLIRContext *context);
/// The conjunction of `guards`; a null set if there are none.
mlir::IntegerSet toIntegerSet(llvm::ArrayRef<Guard> guards, unsigned numDims,
                              mlir::MLIRContext *context);

} // namespace neo

#endif // NEO_TRANSFORMS_AUTODIFF_AFFINEFORMS_H
