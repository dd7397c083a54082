//===- PinnedStaging.h - Arrays on their way between host and device ------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Asynchronous copies need pinned memory: pages that the operating system does
// not move. The caller's arrays are not pinned, and may change as soon as the
// call returns. So they go through a pinned double buffer: while the device
// reads or writes one half, the host fills or empties the other.
//
//     half 0   | x  | bias | w, first part  |   read by the device
//     half 1   | w, second part  |              filled by the host
//
// Small arrays of a call share a half. A half is filled anew once an event
// shows that the device is done with it, and what it has brought is with the
// caller.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_RUNTIME_CUDA_PINNEDSTAGING_H
#define NEO_LIB_RUNTIME_CUDA_PINNEDSTAGING_H

#include "Neo/Runtime/Cuda/Driver.h"

#include <functional>
#include <vector>

namespace neo {

class PinnedStaging {
public:
  explicit PinnedStaging(const CudaDriver &driver) : driver(driver) {}
  /// All submitted copies must be finished.
  ~PinnedStaging();
  PinnedStaging(const PinnedStaging &) = delete;
  PinnedStaging &operator=(const PinnedStaging &) = delete;

  /// Copies `bytes` bytes to the device, in the order of `stream`; the source
  /// may change afterwards.
  bool upload(CudaDriver::Address to, const void *from, size_t bytes,
              CudaDriver::Handle stream, std::string &error);
  /// Copies `bytes` bytes from the device, in the order of `stream`; they are
  /// in `to` after finishDownloads().
  bool download(void *to, CudaDriver::Address from, size_t bytes,
                CudaDriver::Handle stream, std::string &error);
  bool finishDownloads(CudaDriver::Handle stream, std::string &error);

private:
  /// What the device writes for the caller.
  struct Piece {
    void *to;
    const char *from;
    size_t bytes;
  };

  using Copy = std::function<bool(char *at, size_t done, size_t part)>;

  bool prepare(std::string &error);
  bool turn(CudaDriver::Handle stream, std::string &error);
  bool reserve(CudaDriver::Handle stream, std::string &error);
  void take(size_t bytes);
  bool inParts(size_t bytes, CudaDriver::Handle stream, std::string &error,
               const Copy &copy);
  bool leave(CudaDriver::Handle stream, std::string &error);
  bool empty(int which, std::string &error);
  void forget();

  const CudaDriver &driver;
  char *memory = nullptr;
  /// Recorded behind the copies from and to each half.
  CudaDriver::Handle events[2] = {nullptr, nullptr};
  std::vector<Piece> pieces[2];
  int half = 0;
  size_t filled = 0;
};

} // namespace neo

#endif // NEO_LIB_RUNTIME_CUDA_PINNEDSTAGING_H
