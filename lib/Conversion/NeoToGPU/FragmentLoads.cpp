//===- FragmentLoads.cpp - Fragments from shared memory -------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "FragmentLoads.h"

#include "SharedWindow.h"

#include "Neo/Dialect/ElementBytes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace neo;

constexpr int64_t matrixSize = GPUMachine::matrixRows, wordBits = 32;

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

/// The operand whose window has `axis`.
unsigned FragmentLoads::findOperand(unsigned axis) {
  for (auto [operand, read] : llvm::enumerate(schedule.getReads()))
    if (llvm::is_contained(read.getWindow().getAxes(), int64_t(axis)))
      return operand;
  llvm_unreachable("the verifier wants a window for rows and columns");
}

GPUWindowAttr FragmentLoads::getWindow(unsigned sideAxis) {
  return schedule.getReads()[findOperand(sideAxis)].getWindow();
}

Type FragmentLoads::getElement(unsigned sideAxis) {
  return op.getOperandType(findOperand(sideAxis)).getElementType();
}

/// Terms of a matrix: those of 16 bytes.
int64_t FragmentLoads::getMatrixTerms(unsigned sideAxis) {
  return GPUMachine::maxAccessBytes * 8 /
         getElement(sideAxis).getIntOrFloatBitWidth();
}

FragmentLoads::Pitches FragmentLoads::getPitches(unsigned sideAxis) {
  GPUWindowAttr window = getWindow(sideAxis);
  Pitches pitches;
  for (auto [axis, pitch] :
       llvm::zip_equal(window.getAxes(), window.getPitches()))
    (axis == int64_t(sideAxis) ? pitches.side : pitches.terms) = pitch;
  return pitches;
}

/// From one of the four matrices to the next: by bit 0 of their numbers, and by
/// bit 1. One goes along the side, one along the terms.
std::pair<int64_t, int64_t> FragmentLoads::getMatrixSteps(unsigned sideAxis,
                                                          bool sideFirst) {
  Pitches pitches = getPitches(sideAxis);
  int64_t side = matrixSize * pitches.side;
  int64_t terms = getMatrixTerms(sideAxis) * pitches.terms;
  return sideFirst ? std::pair(side, terms) : std::pair(terms, side);
}

//===----------------------------------------------------------------------===//
// Places of lanes
//===----------------------------------------------------------------------===//

void FragmentLoads::add(Value &place, Value what, int64_t times) {
  Value product =
      arith::MulIOp::create(state.b, state.loc, what, state.constant(times));
  place = arith::AddIOp::create(state.b, state.loc, place, product);
}

/// A digit of the number of the lane: (lane / `stride`) mod `size`.
Value FragmentLoads::getDigit(int64_t stride, int64_t size) {
  OpBuilder &b = state.b;
  Value high =
      arith::DivUIOp::create(b, state.loc, state.lane, state.constant(stride));
  return arith::RemUIOp::create(b, state.loc, high, state.constant(size));
}

/// Where the first fragment of the warp begins.
Value FragmentLoads::getFirstOfWarp(unsigned sideAxis) {
  Value place = state.constant(0);
  for (auto [number, dim] : llvm::enumerate(space.getDims()))
    if (dim.axis == sideAxis && dim.unit == GPUUnit::warp)
      add(place, values.get(getAffineDimExpr(number, op.getContext())),
          dim.stride * getPitches(sideAxis).side);
  return place;
}

/// The row whose address this lane passes to ldmatrix. Lanes 8 q to 8 q + 7
/// name the rows of matrix q.
Value FragmentLoads::getRowOfLane(unsigned sideAxis, bool sideFirst) {
  Pitches pitches = getPitches(sideAxis);
  bool rowsAreTerms = getWindow(sideAxis).getAlong() == int64_t(sideAxis);
  auto [inner, outer] = getMatrixSteps(sideAxis, sideFirst);
  Value place = state.constant(0);
  add(place, getDigit(1, matrixSize),
      rowsAreTerms ? pitches.terms : pitches.side);
  add(place, getDigit(8, 2), inner);
  add(place, getDigit(16, 2), outer);
  return arith::AddIOp::create(state.b, state.loc, place,
                               getFirstOfWarp(sideAxis));
}

/// The word of this lane in the first matrix.
Value FragmentLoads::getWordOfLane(unsigned sideAxis) {
  Pitches pitches = getPitches(sideAxis);
  int64_t terms = getMatrixTerms(sideAxis);
  Value place = getFirstOfWarp(sideAxis);
  add(place, getDigit(terms, matrixSize), pitches.side);
  add(place, getDigit(1, terms), pitches.terms);
  return place;
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

FragmentLoads::Fragment FragmentLoads::loadMatrices(unsigned sideAxis,
                                                    int64_t first,
                                                    bool sideFirst,
                                                    Value stage) {
  OpBuilder &b = state.b;
  GPUWindowAttr window = getWindow(sideAxis);
  Type element = getElement(sideAxis);
  // ldmatrix moves 16-bit elements of any type.
  Type moved = element.isF32() ? element : b.getF16Type();
  int64_t ofWord = wordBits / moved.getIntOrFloatBitWidth();
  Value view = viewWindowFrom(state, window, moved,
                              getRowOfLane(sideAxis, sideFirst), stage);
  Value loaded = nvgpu::LdMatrixOp::create(
      b, state.loc, VectorType::get({4, ofWord}, moved), view,
      state.constant(first),
      /*transpose=*/window.getAlong() == int64_t(sideAxis), /*numTiles=*/4);
  Fragment registers;
  for (int64_t i = 0; i < 4; ++i)
    registers.push_back(
        vector::ExtractOp::create(b, state.loc, loaded, ArrayRef<int64_t>{i}));
  if (element.isF16())
    return registers;
  Type word = element.isF32() ? element : Type(b.getI32Type());
  for (Value &pair : registers) {
    Value bits = vector::BitCastOp::create(b, state.loc,
                                           VectorType::get({1}, word), pair);
    pair = vector::ExtractOp::create(b, state.loc, bits, ArrayRef<int64_t>{0});
  }
  return registers;
}

FragmentLoads::Fragment FragmentLoads::loadWords(unsigned sideAxis,
                                                 int64_t first, bool sideFirst,
                                                 Value stage) {
  auto [inner, outer] = getMatrixSteps(sideAxis, sideFirst);
  Value view = viewWindowFrom(state, getWindow(sideAxis), getElement(sideAxis),
                              getWordOfLane(sideAxis), stage);
  Fragment registers;
  for (int64_t matrix = 0; matrix < 4; ++matrix) {
    int64_t place = first + matrix % 2 * inner + matrix / 2 * outer;
    registers.push_back(memref::LoadOp::create(
        state.b, state.loc, view, ValueRange(state.constant(place))));
  }
  return registers;
}

FragmentLoads::Fragment FragmentLoads::load(unsigned sideAxis, int64_t side,
                                            int64_t terms, bool sideFirst,
                                            Value stage) {
  Pitches pitches = getPitches(sideAxis);
  int64_t first = side * pitches.side + terms * pitches.terms;
  bool isTransposed = getWindow(sideAxis).getAlong() == int64_t(sideAxis);
  return isTransposed && getElement(sideAxis).isF32()
             ? loadWords(sideAxis, first, sideFirst, stage)
             : loadMatrices(sideAxis, first, sideFirst, stage);
}
