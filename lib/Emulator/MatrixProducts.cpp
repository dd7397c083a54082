//===- MatrixProducts.cpp - mma.sync --------------------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// D = A B + C, of matrices that lie in the registers of a warp. With g = lane /
// 4 and q = lane mod 4, and p elements to a register:
//
//     A  m x k   register r: row g + 8 (r mod 2), column p q + 4 p (r / 2)
//     B  k x n   register r: row p q + 4 p r, column g
//     C  m x n   element e: row g + 8 (e / 2), column 2 q + e mod 2
//
// and the elements of a register are contiguous along k. All shapes of
// mma.m16n8k* have this layout: p is 1 for tf32, 2 for f16 and bf16, 4 for
// bytes. m8n8k4 of f64 has one row group.
//
// Products are exact, they are summed in double, and the sum is rounded once to
// the type of D. Hardware may round intermediate sums, which PTX leaves
// unspecified, so that sums of f32 may differ in the last bits.
//
//===----------------------------------------------------------------------===//

#include "MatrixProducts.h"

#include "Floats.h"
#include "Lanes.h"
#include "Messages.h"

#include <cmath>

namespace neo::ptx {

bool checkWholeWarp(Warp &warp, LaneMask lanes) {
  if (lanes == allLanes)
    return true;
  warp.fail("executes it with lanes " + printHex(lanes) +
                " only; an aligned instruction needs all 32",
            warpSize);
  return false;
}

namespace {
/// The shape and types of an mma, in the instruction's fields.
struct Shape {
  unsigned rows, depth, perRegister; ///< m, k, p.
  unsigned a, b, c;                  ///< Registers of each.
};
} // namespace

/// An element of A or B in double, which holds all types exactly.
static double readElement(uint64_t word, Type type, unsigned index) {
  switch (type) {
  case Type::F16:
    return f16ToDouble(word >> (16 * index));
  case Type::BF16:
    return bf16ToDouble(word >> (16 * index));
  case Type::TF32: // The low 13 bits of the register are ignored.
    return fromWord<float>(word & 0xffffe000);
  case Type::S8:
    return int8_t(word >> (8 * index));
  case Type::U8:
    return uint8_t(word >> (8 * index));
  default:
    return fromWord<double>(word);
  }
}

static Type typeOfA(const Instruction &i) { return Type(i.width); }
static Type typeOfB(const Instruction &i) { return Type(i.count); }

static Shape shapeOf(const Instruction &i) {
  unsigned depth = i.flags;
  if (typeOfA(i) == Type::F64)
    return {8, 4, 1, 1, 1, 2};
  unsigned perRegister = 32 / bitsOf(typeOfA(i));
  unsigned steps = depth / (4 * perRegister);
  return {16,        depth, perRegister,
          2 * steps, steps, i.type == Type::F16 ? 2u : 4u};
}

static constexpr unsigned mostRows = 16, mostDepth = 32, columns = 8;

static void gatherA(Warp &warp, const Instruction &i, const Shape &s,
                    const Slot *slots, double (&a)[mostRows][mostDepth]) {
  unsigned groups = s.rows / 8;
  for (unsigned r = 0; r < s.a; ++r)
    for (unsigned lane = 0; lane < warpSize; ++lane)
      for (unsigned e = 0; e < s.perRegister; ++e)
        a[lane / 4 + 8 * (r % groups)]
         [s.perRegister * (lane % 4 + 4 * (r / groups)) + e] =
             readElement(warp.lanes(slots[r])[lane], typeOfA(i), e);
}

static void gatherB(Warp &warp, const Instruction &i, const Shape &s,
                    const Slot *slots, double (&b)[mostDepth][columns]) {
  for (unsigned r = 0; r < s.b; ++r)
    for (unsigned lane = 0; lane < warpSize; ++lane)
      for (unsigned e = 0; e < s.perRegister; ++e)
        b[s.perRegister * (lane % 4 + 4 * r) + e][lane / 4] =
            readElement(warp.lanes(slots[r])[lane], typeOfB(i), e);
}

/// C's element plus the dot product, in D's type.
static uint64_t accumulate(Type type, double sum, uint64_t c) {
  switch (type) {
  case Type::F16:
    return addRounded(sum, f16ToDouble(c), f16Format);
  case Type::F32:
    return addRounded(sum, fromWord<float>(c), f32Format);
  case Type::S32: // Wraps, as without .satfinite; the sum is exact.
    return uint32_t(uint64_t(int64_t(sum)) + c);
  default:
    return c;
  }
}

static double dot(const double *a, const double (&b)[mostDepth][columns],
                  unsigned column, unsigned depth) {
  double sum = 0;
  for (unsigned k = 0; k < depth; ++k)
    sum += a[k] * b[k][column];
  return sum;
}

/// f64 is computed by fma, one k after the other.
static double chain(const double *a, const double (&b)[mostDepth][columns],
                    unsigned column, double start) {
  for (unsigned k = 0; k < 4; ++k)
    start = std::fma(a[k], b[k][column], start);
  return start;
}

/// `list`: the registers of D, A, B and C, one after the other.
static void multiply(Warp &warp, const Instruction &i, LaneMask lanes) {
  if (!checkWholeWarp(warp, lanes))
    return;
  Shape s = shapeOf(i);
  const Slot *d = i.list.data(), *inA = d + s.c, *inB = inA + s.a;
  const Slot *inC = inB + s.b;
  double a[mostRows][mostDepth], b[mostDepth][columns];
  gatherA(warp, i, s, inA, a);
  gatherB(warp, i, s, inB, b);
  unsigned packed = i.type == Type::F16 ? 2 : 1;
  for (unsigned lane = 0; lane < warpSize; ++lane)
    for (unsigned r = 0; r < s.c; ++r) {
      uint64_t word = warp.lanes(inC[r])[lane], result = 0;
      for (unsigned part = 0; part < packed; ++part) {
        unsigned e = r * packed + part;
        unsigned row = lane / 4 + 8 * (e / 2), column = 2 * (lane % 4) + e % 2;
        if (i.type == Type::F64)
          result = toWord(chain(a[row], b, column, fromWord<double>(word)));
        else
          result |= accumulate(i.type, dot(a[row], b, column, s.depth),
                               word >> (16 * part))
                    << (16 * part);
      }
      warp.lanes(d[r])[lane] = result;
    }
}

/// Which depths the manual has for elements of this type.
static bool hasDepth(Type type, unsigned depth) {
  switch (type) {
  case Type::F16:
  case Type::BF16:
    return depth == 8 || depth == 16;
  case Type::TF32:
    return depth == 4 || depth == 8;
  case Type::S8:
  case Type::U8:
    return depth == 16 || depth == 32;
  default:
    return depth == 4;
  }
}

static bool fits(Type a, Type b, Type c) {
  bool bytes = a == Type::S8 || a == Type::U8;
  if (bytes)
    return (b == Type::S8 || b == Type::U8) && c == Type::S32;
  if (a != b)
    return false;
  return a == Type::F64 ? c == Type::F64
         : a == Type::F16
             ? c == Type::F16 || c == Type::F32
             : (a == Type::BF16 || a == Type::TF32) && c == Type::F32;
}

static Execute decodeProduct(Decoder &d) {
  constexpr unsigned depths[] = {4, 8, 16, 32, 4};
  bool known =
      d.take("sync") && d.take("aligned") && d.take("row") && d.take("col");
  int shape =
      d.takeOne({"m16n8k4", "m16n8k8", "m16n8k16", "m16n8k32", "m8n8k4"});
  Type c = d.takeType(), b = d.takeType(), a = d.takeType();
  d.out.type = d.takeType();
  if (!known || shape < 0 || d.failed() || c != d.out.type || !fits(a, b, c) ||
      !hasDepth(a, depths[shape]) || (shape == 4) != (a == Type::F64))
    return nullptr;
  d.operands(4);
  d.out.width = uint8_t(a);
  d.out.count = uint8_t(b);
  d.out.flags = uint16_t(depths[shape]);
  d.out.work = Work::Mma;
  Shape s = shapeOf(d.out);
  Type wide = c == Type::F64 ? Type::B64 : Type::B32;
  if (d.writeVector(0, wide) != s.c || d.readVector(1, wide) != s.a ||
      d.readVector(2, wide) != s.b || d.readVector(3, wide) != s.c)
    d.fail("its operands have other numbers of registers than the shape");
  return &multiply;
}

void addMatrices(OpcodeTable &table) {
  table["mma"] = &decodeProduct;
  table["ldmatrix"] = &decodeLoadMatrix;
  table["stmatrix"] = &decodeStoreMatrix;
}

} // namespace neo::ptx
