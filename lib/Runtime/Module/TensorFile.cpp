//===- TensorFile.cpp - The weights of a module ---------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "TensorFile.h"

#include "JsonFields.h"

#include "Neo/Runtime/Module/Checksum.h"

namespace neo {

namespace {
/// The header entry of one tensor.
struct TensorEntry {
  std::string dtype;
  std::vector<int64_t> shape;
  std::vector<uint64_t> offsets;
};
} // namespace

template <typename V> static void visit(V &v, TensorEntry &entry) {
  v("dtype", entry.dtype), v("shape", entry.shape);
  v("data_offsets", entry.offsets);
}

bool TensorFile::open(const std::string &path, std::string &error) {
  unsigned char bytes[8];
  if (!file.open(path, error) || !file.read(0, bytes, sizeof bytes, error))
    return false;
  uint64_t length = 0;
  for (size_t i = 0; i < sizeof bytes; ++i)
    length |= uint64_t(bytes[i]) << 8 * i;
  begin = sizeof bytes + length;
  if (length > longestText || begin > file.size()) {
    error = path + ": the header takes " + std::to_string(length) +
            " bytes of a file of " + std::to_string(file.size());
    return false;
  }
  std::string text(length, '\0');
  if (!file.read(sizeof bytes, text.data(), text.size(), error))
    return false;
  std::optional<Json> json = Json::parse(text, error);
  if (!json || json->kind != Json::Kind::object) {
    error = path + ": the header is no object of JSON; " + error;
    return false;
  }
  for (const auto &[name, value] : json->members) {
    if (name == "__metadata__")
      continue;
    FieldReader reader(path + ": '" + name + "'");
    TensorEntry entry;
    if (!reader.read(value, entry)) {
      error = reader.error();
      return false;
    }
    if (entry.offsets.size() != 2 || entry.offsets[0] > entry.offsets[1] ||
        entry.offsets[1] > file.size() - begin) {
      error = path + ": '" + name + "': data_offsets lie outside of the file";
      return false;
    }
    places[name] = {entry.offsets[0], entry.offsets[1]};
  }
  return true;
}

bool TensorFile::read(const std::string &name, char *to, size_t bytes,
                      std::string &error) const {
  auto found = places.find(name);
  if (found == places.end()) {
    error = file.path() + " has no tensor '" + name + "'";
    return false;
  }
  Place place = found->second;
  if (place.end - place.begin != bytes) {
    error = file.path() + ": '" + name + "': data_offsets hold " +
            std::to_string(place.end - place.begin) + " bytes instead of " +
            std::to_string(bytes);
    return false;
  }
  if (!file.read(begin + place.begin, to, bytes, error))
    return false;
  if (checksumText(to, bytes) == name)
    return true;
  error = file.path() + ": the elements of '" + name +
          "' are damaged: they are not those that were written";
  return false;
}

} // namespace neo
