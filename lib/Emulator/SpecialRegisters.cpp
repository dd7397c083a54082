//===- SpecialRegisters.cpp - %tid, %ctaid, %laneid, ... ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "SpecialRegisters.h"

#include "Block.h"
#include "Warp.h"

namespace neo::ptx {

std::optional<Special> parseSpecial(std::string_view name) {
  constexpr std::pair<std::string_view, Special> specials[] = {
      {"%tid.x", Special::TidX},
      {"%tid.y", Special::TidY},
      {"%tid.z", Special::TidZ},
      {"%ntid.x", Special::NtidX},
      {"%ntid.y", Special::NtidY},
      {"%ntid.z", Special::NtidZ},
      {"%ctaid.x", Special::CtaidX},
      {"%ctaid.y", Special::CtaidY},
      {"%ctaid.z", Special::CtaidZ},
      {"%nctaid.x", Special::NctaidX},
      {"%nctaid.y", Special::NctaidY},
      {"%nctaid.z", Special::NctaidZ},
      {"%laneid", Special::LaneId},
      {"%warpid", Special::WarpId},
      {"%nwarpid", Special::WarpCount},
      {"%smid", Special::SmId},
      {"%nsmid", Special::SmCount},
      {"%gridid", Special::GridId},
      {"%lanemask_eq", Special::MaskEqual},
      {"%lanemask_lt", Special::MaskLess},
      {"%lanemask_le", Special::MaskLessEqual},
      {"%lanemask_gt", Special::MaskGreater},
      {"%lanemask_ge", Special::MaskGreaterEqual},
      {"%dynamic_smem_size", Special::DynamicShared},
      {"%total_smem_size", Special::TotalShared},
      {"WARP_SZ", Special::WarpSize},
  };
  for (auto [text, special] : specials)
    if (text == name)
      return special;
  return std::nullopt;
}

static uint32_t extentOf(const Extent3 &extent, unsigned dimension) {
  return dimension == 0 ? extent.x : dimension == 1 ? extent.y : extent.z;
}

static uint32_t laneMaskOf(Special special, unsigned lane) {
  uint32_t own = uint32_t(1) << lane, less = own - 1;
  switch (special) {
  case Special::MaskEqual:
    return own;
  case Special::MaskLess:
    return less;
  case Special::MaskLessEqual:
    return less | own;
  case Special::MaskGreater:
    return ~(less | own);
  default:
    return ~less;
  }
}

uint64_t readSpecial(Special special, const Warp &warp, unsigned lane) {
  const Block &block = warp.block;
  const LaunchState &launch = block.launch;
  unsigned number = unsigned(special);
  if (special <= Special::TidZ)
    return extentOf(warp.threadIndex(lane), number);
  if (special <= Special::NtidZ)
    return extentOf(launch.block, number - unsigned(Special::NtidX));
  if (special <= Special::CtaidZ)
    return extentOf(block.index, number - unsigned(Special::CtaidX));
  if (special <= Special::NctaidZ)
    return extentOf(launch.grid, number - unsigned(Special::NctaidX));
  switch (special) {
  case Special::LaneId:
    return lane;
  case Special::WarpId:
    return warp.number;
  case Special::WarpCount:
    return block.warps.size();
  case Special::SmCount:
    return 1;
  case Special::SmId:
  case Special::GridId:
    return 0;
  case Special::DynamicShared:
    return launch.dynamicShared;
  case Special::TotalShared:
    return launch.sharedBytes;
  case Special::WarpSize:
    return warpSize;
  default:
    return laneMaskOf(special, lane);
  }
}

} // namespace neo::ptx
