//===- ThreadPool.h - pinned workers that share a loop's range --*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// The pool runs one parallel loop at a time on n threads: n - 1 workers and
// the thread that calls.
//
// How a loop of 100 iterations with grain 8 runs on two threads:
//
//     13 chunks of 8 (the last one of 4)
//     thread 0 owns chunks [0, 6)      thread 1 owns chunks [6, 13)
//     each takes chunks from the front of its own part;
//     when its part is empty, it takes from the front of its neighbour's.
//
// Owning a part keeps data in the same core's cache from one loop to the next,
// when the same tensor is split the same way; taking from the neighbour keeps
// every core busy when one is slowed down. A part is one counter on a cache
// line of its own, and taking chunks is one fetch_add.
//
// Three decisions:
// - A loop never waits for a worker that has not begun. Workers *join* a loop
//   while it is open; the caller closes it when every chunk is taken and waits
//   only for those who joined. On a machine with other work to do, a sleeping
//   worker costs nothing, and a child after fork(), which has no workers, still
//   computes everything, alone.
// - A worker without work spins for a short while (launches of one program
//   follow each other within microseconds) and then sleeps. With more threads
//   than processors it does not spin at all.
// - Workers are pinned, one per processor, when the process may use as many
//   processors as there are threads. The calling thread belongs to the user and
//   is never pinned; it may be on a worker's processor, where the two would
//   share the core while another one idles until the system migrates them. So
//   the caller looks where it is before it lets workers in, and sends that
//   worker to the processor that is left. NEO_PIN_THREADS=0 turns pinning off.
//
// A loop that is one chunk long, or that runs on one thread, takes no lock: it
// is a direct call of the kernel. Any number of user threads may call
// parallelFor; their loops run one after the other. A call from inside a kernel
// runs directly.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_RUNTIME_THREADPOOL_H
#define NEO_RUNTIME_THREADPOOL_H

#include "Neo/Runtime/Interruption.h"
#include "Neo/Runtime/Kernel.h"

#include <memory>

namespace neo {

class ThreadPool {
public:
  /// The largest number of threads a pool accepts.
  static constexpr int maxThreads = 1024;

  /// NEO_NUM_THREADS if it is set and valid, else the number of processors
  /// that this process may run on. An invalid value is reported on stderr.
  static int defaultThreads();

  /// The pool of the process. It is never destroyed: a worker may still be
  /// asleep in it when the process ends.
  static ThreadPool &global();

  /// A pool of `threads` threads, 0 meaning defaultThreads().
  explicit ThreadPool(int threads = 0);
  ~ThreadPool();
  ThreadPool(const ThreadPool &) = delete;
  ThreadPool &operator=(const ThreadPool &) = delete;

  /// The number of threads a loop may use, the caller included.
  int threads() const;

  /// Changes that number; 0 means defaultThreads(). Waits for a running loop.
  /// False, with nothing changed, when `threads` is not in [0, maxThreads] or
  /// when called from inside a kernel. If the system refuses a thread, the pool
  /// goes on with those it got, and threads() tells how many.
  bool setThreads(int threads);

  /// Runs `fn` over [0, extent) in ranges that begin at multiples of `grain`
  /// (>= 1) and returns when all are done. At most `limit` threads take part;
  /// 0 means no limit. False if it was given up, when each iteration has run
  /// once or not at all. `lastPiece` remembers from one run of a loop to the
  /// next into how long pieces one thread takes it (SharedLoop.h).
  bool parallelFor(KernelFn fn, void *const *buffers, int64_t extent,
                   int64_t grain, int limit = 0,
                   Interruption *interruption = nullptr,
                   uint64_t *lastPiece = nullptr);

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace neo

#endif // NEO_RUNTIME_THREADPOOL_H
