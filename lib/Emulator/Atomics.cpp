//===- Atomics.cpp - atom, red --------------------------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// An element of memory is read, combined with a value and written, atomically.
// `atom` returns the old value, `red` nothing.
//
// The order of the lanes of a warp is not defined, so neither are the last bits
// of a sum of floats: the first lane depends on Options::scheduleSeed.
// Additions of f32 in global memory flush subnormals to zero, those in shared
// memory do not.
//
//===----------------------------------------------------------------------===//

#include "Block.h"
#include "Floats.h"
#include "Lanes.h"
#include "MemoryAccess.h"

#include <cmath>
#include <mutex>

namespace neo::ptx {

namespace {
/// The old value, the operands b and c, and whether it is global memory.
struct AtomicChange {
  uint64_t old, b, c;
  bool isGlobal;
};

struct AtomicAnd {
  static uint64_t apply(const AtomicChange &x) { return x.old & x.b; }
};
struct AtomicOr {
  static uint64_t apply(const AtomicChange &x) { return x.old | x.b; }
};
struct AtomicXor {
  static uint64_t apply(const AtomicChange &x) { return x.old ^ x.b; }
};
struct AtomicExchange {
  static uint64_t apply(const AtomicChange &x) { return x.b; }
};
template <typename T> struct AtomicCompareAndSwap {
  static uint64_t apply(const AtomicChange &x) {
    return fromWord<T>(x.old) == fromWord<T>(x.b) ? x.c : x.old;
  }
};
template <typename T> struct AtomicSum {
  static uint64_t apply(const AtomicChange &x) {
    return toWord(T(fromWord<T>(x.old) + fromWord<T>(x.b)));
  }
};
template <typename T> struct AtomicLeast {
  static uint64_t apply(const AtomicChange &x) {
    return toWord(std::min(fromWord<T>(x.old), fromWord<T>(x.b)));
  }
};
template <typename T> struct AtomicGreatest {
  static uint64_t apply(const AtomicChange &x) {
    return toWord(std::max(fromWord<T>(x.old), fromWord<T>(x.b)));
  }
};
/// atom.inc: counts up to b and wraps to 0.
struct AtomicIncrement {
  static uint64_t apply(const AtomicChange &x) {
    auto old = uint32_t(x.old);
    return old >= uint32_t(x.b) ? 0 : old + 1;
  }
};
/// atom.dec: counts down to 0 and wraps to b.
struct AtomicDecrement {
  static uint64_t apply(const AtomicChange &x) {
    auto old = uint32_t(x.old), b = uint32_t(x.b);
    return old == 0 || old > b ? b : old - 1;
  }
};
struct AtomicSumF32 {
  static float flush(float value, bool isGlobal) {
    return isGlobal && std::fpclassify(value) == FP_SUBNORMAL
               ? std::copysign(0.0F, value)
               : value;
  }
  static uint64_t apply(const AtomicChange &x) {
    float sum = flush(fromWord<float>(x.old), x.isGlobal) +
                flush(fromWord<float>(x.b), x.isGlobal);
    return std::isnan(sum) ? 0x7fffffff : toWord(flush(sum, x.isGlobal));
  }
};
/// Of one half, or of the two in a register.
template <bool isBrain, bool isPair> struct AtomicSumHalf {
  static constexpr Format format = isBrain ? bf16Format : f16Format;
  static uint64_t add(uint64_t a, uint64_t b) {
    return addRounded(decode(a & 0xffff, format), decode(b & 0xffff, format),
                      format);
  }
  static uint64_t apply(const AtomicChange &x) {
    uint64_t low = add(x.old, x.b);
    return isPair ? low | add(x.old >> 16, x.b >> 16) << 16 : low;
  }
};
} // namespace

/// Blocks may run on several threads of the host.
static std::mutex &globalMemory() {
  static std::mutex mutex;
  return mutex;
}

/// The address in operand 0, b and c in operands 1 and 2.
template <typename Op>
static void changeAtomically(Warp &warp, const Instruction &i, LaneMask lanes) {
  std::lock_guard<std::mutex> lock(globalMemory());
  WarpAddresses addresses;
  addresses.bytes = i.width;
  unsigned first = unsigned(warp.block.launch.options.scheduleSeed % warpSize);
  for (unsigned n = 0; n < warpSize; ++n) {
    unsigned lane = (first + n) % warpSize;
    if (!(lanes >> lane & 1))
      continue;
    uint64_t address = warp.lanes(i.operand[0])[lane] + uint64_t(i.offset);
    uint8_t *bytes =
        resolve(warp, lane, i.space, address, i.width, Access::Atomic);
    if (!bytes)
      return;
    addresses.add(lane, address);
    AtomicChange what = {
        0, warp.lanes(i.operand[1])[lane], 0,
        i.space == Space::Global ||
            (i.space == Space::Generic && spaceOf(address) == Space::Global)};
    std::memcpy(&what.old, bytes, i.width);
    if (i.operand[2] != noSlot)
      what.c = warp.lanes(i.operand[2])[lane];
    uint64_t made = Op::apply(what);
    std::memcpy(bytes, &made, i.width);
    if (i.result != noSlot)
      warp.lanes(i.result)[lane] = what.old;
  }
  countAccess(warp, i.space, addresses);
}

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

static Execute pickAtomicSum(Type type, bool keepsSubnormals) {
  switch (type) {
  case Type::U32:
  case Type::S32:
    return &changeAtomically<AtomicSum<uint32_t>>;
  case Type::U64:
    return &changeAtomically<AtomicSum<uint64_t>>;
  case Type::F32:
    return &changeAtomically<AtomicSumF32>;
  case Type::F64:
    return &changeAtomically<AtomicSum<double>>;
  default:
    break;
  }
  if (!keepsSubnormals)
    return nullptr;
  switch (type) { // All of them say `.noftz`, and nothing else does.
  case Type::F16:
    return &changeAtomically<AtomicSumHalf<false, false>>;
  case Type::F16x2:
    return &changeAtomically<AtomicSumHalf<false, true>>;
  case Type::BF16:
    return &changeAtomically<AtomicSumHalf<true, false>>;
  case Type::BF16x2:
    return &changeAtomically<AtomicSumHalf<true, true>>;
  default:
    return nullptr;
  }
}

template <template <typename> typename Op>
static Execute pickAtomicExtremum(Type type) {
  switch (type) {
  case Type::U32:
    return &changeAtomically<Op<uint32_t>>;
  case Type::S32:
    return &changeAtomically<Op<int32_t>>;
  case Type::U64:
    return &changeAtomically<Op<uint64_t>>;
  case Type::S64:
    return &changeAtomically<Op<int64_t>>;
  default:
    return nullptr;
  }
}

static Execute pickAtomicSwap(Type type) {
  if (type == Type::B16)
    return &changeAtomically<AtomicCompareAndSwap<uint16_t>>;
  if (type == Type::B32)
    return &changeAtomically<AtomicCompareAndSwap<uint32_t>>;
  return type == Type::B64 ? &changeAtomically<AtomicCompareAndSwap<uint64_t>>
                           : nullptr;
}

static Execute pickAtomic(int operation, Type type, bool keepsSubnormals) {
  bool isBits = type == Type::B32 || type == Type::B64;
  switch (operation) {
  case 0:
    return pickAtomicSum(type, keepsSubnormals);
  case 1:
    return pickAtomicExtremum<AtomicLeast>(type);
  case 2:
    return pickAtomicExtremum<AtomicGreatest>(type);
  case 3:
    return type == Type::U32 ? &changeAtomically<AtomicIncrement> : nullptr;
  case 4:
    return type == Type::U32 ? &changeAtomically<AtomicDecrement> : nullptr;
  case 5:
    return isBits ? &changeAtomically<AtomicAnd> : nullptr;
  case 6:
    return isBits ? &changeAtomically<AtomicOr> : nullptr;
  case 7:
    return isBits ? &changeAtomically<AtomicXor> : nullptr;
  case 8:
    return isBits ? &changeAtomically<AtomicExchange> : nullptr;
  case 9:
    return pickAtomicSwap(type);
  default:
    return nullptr;
  }
}

template <bool gives> static Execute decodeAtomic(Decoder &d) {
  constexpr int exchange = 8, swap = 9;
  if (d.takeOne({"relaxed", "release"}) < 0 && gives)
    d.takeOne({"acquire", "acq_rel"});
  d.takeOne({"cta", "gpu", "sys"});
  d.out.space = d.takeSpace();
  int operation = d.takeOne(
      {"add", "min", "max", "inc", "dec", "and", "or", "xor", "exch", "cas"});
  bool keepsSubnormals = d.take("noftz");
  Type type = d.takeType();
  bool isKnown = gives || (operation != exchange && operation != swap);
  unsigned first = gives ? 1 : 0;
  d.operands(first + (operation == swap ? 3 : 2));
  if (!isKnown || d.failed())
    return nullptr;
  if (gives)
    d.write(0, type);
  d.address(first);
  d.out.operand[1] = d.read(d.operand(first + 1), type);
  if (operation == swap)
    d.out.operand[2] = d.read(d.operand(first + 2), type);
  d.out.type = type;
  d.out.width = uint8_t(bytesOf(type));
  if (keepsSubnormals && !isHalf(type))
    return nullptr;
  if (isBrain(type))
    d.require(90, "an atomic sum of bf16");
  bool isPrivate = d.out.space == Space::Local || d.out.space == Space::Param;
  return isPrivate ? nullptr : pickAtomic(operation, type, keepsSubnormals);
}

void addAtomics(OpcodeTable &table) {
  table["atom"] = &decodeAtomic<true>;
  table["red"] = &decodeAtomic<false>;
}

} // namespace neo::ptx
