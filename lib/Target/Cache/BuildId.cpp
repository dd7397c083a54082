//===- BuildId.cpp - Which build of a library is running ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "BuildId.h"

#include "mlir/Transforms/Passes.h"
#include "llvm/TargetParser/Host.h"

#include <cstring>
#include <elf.h>
#include <link.h>

namespace {
struct Search {
  uintptr_t address;
  std::string found;
};
} // namespace

/// The ID among the notes [begin, end).
static std::string readNotes(const char *begin, const char *end) {
  auto padded = [](size_t size) { return (size + 3) / 4 * 4; };
  while (size_t(end - begin) >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) note;
    std::memcpy(&note, begin, sizeof note);
    const char *name = begin + sizeof note;
    const char *value = name + padded(note.n_namesz);
    const char *next = value + padded(note.n_descsz);
    if (next > end || next <= begin)
      break;
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
        std::memcmp(name, "GNU", 4) == 0)
      return std::string(value, note.n_descsz);
    begin = next;
  }
  return "";
}

static int visitObject(dl_phdr_info *info, size_t, void *data) {
  auto *search = static_cast<Search *>(data);
  bool isHere = false;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr) &part = info->dlpi_phdr[i];
    uintptr_t begin = info->dlpi_addr + part.p_vaddr;
    isHere |= part.p_type == PT_LOAD && search->address >= begin &&
              search->address - begin < part.p_memsz;
  }
  if (!isHere)
    return 0;
  for (int i = 0; i < info->dlpi_phnum && search->found.empty(); ++i) {
    const ElfW(Phdr) &part = info->dlpi_phdr[i];
    // The loader tells addresses as numbers.
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    auto *notes =
        reinterpret_cast<const char *>(info->dlpi_addr + part.p_vaddr);
    if (part.p_type == PT_NOTE)
      search->found = readNotes(notes, notes + part.p_memsz);
  }
  return 1;
}

std::string neo::findBuildId(const void *address) {
  Search search{reinterpret_cast<uintptr_t>(address), ""};
  dl_iterate_phdr(visitObject, &search);
  return search.found;
}

const std::string &neo::getCompilerBuild() {
  static const std::string build = [] {
    std::string all;
    for (const void *inside :
         {reinterpret_cast<const void *>(&findBuildId),
          reinterpret_cast<const void *>(&llvm::sys::getProcessTriple),
          reinterpret_cast<const void *>(&mlir::createCSEPass)}) {
      std::string id = findBuildId(inside);
      if (id.empty())
        return std::string();
      all += id;
    }
    return all;
  }();
  return build;
}
