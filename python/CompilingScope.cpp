//===- CompilingScope.cpp - Compilations where the process ends -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "CompilingScope.h"

#include "InterpreterLock.h"

#include <condition_variable>
#include <mutex>
#include <thread>

#include <pthread.h>

namespace neo::python {

namespace {
struct InFlight {
  std::mutex mutex;
  std::condition_variable fewer;
  int count = 0;
  /// The thread that ends the process, once it does.
  std::thread::id ending;
};
} // namespace

/// Never destroyed: threads outlive statics. A forked child has no other
/// thread, and none of their compilations.
static InFlight &inFlight() {
  static auto *all = new InFlight;
  static int registered =
      pthread_atfork(nullptr, nullptr, [] { all = new InFlight; });
  (void)registered;
  return *all;
}

static bool endsFor(const InFlight &all) {
  return all.ending != std::thread::id() &&
         all.ending != std::this_thread::get_id();
}

CompilingScope::CompilingScope() {
  InFlight &all = inFlight();
  std::unique_lock<std::mutex> lock(all.mutex);
  if (endsFor(all)) {
    lock.unlock();
    stayUntilExit();
  }
  ++all.count;
}

CompilingScope::~CompilingScope() {
  InFlight &all = inFlight();
  std::lock_guard<std::mutex> lock(all.mutex);
  --all.count;
  all.fewer.notify_all();
}

bool CompilingScope::isEnding() {
  InFlight &all = inFlight();
  std::lock_guard<std::mutex> lock(all.mutex);
  return endsFor(all);
}

void CompilingScope::end() {
  InFlight &all = inFlight();
  std::unique_lock<std::mutex> lock(all.mutex);
  all.ending = std::this_thread::get_id();
  all.fewer.wait(lock, [&] { return all.count == 0; });
}

} // namespace neo::python
