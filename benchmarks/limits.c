// limits.c - what this machine can do: multiply-adds and bytes per second
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//     limits THREADS
//
// reads lines "READ WRITTEN", in bytes, and answers each with the FMA peak in
// FLOP/s, the bandwidth of a copy that touches so many bytes together, and that
// of reading and writing just these, both read + written, in bytes/s: a core
// reads slower than it copies. Of all threads together, each pinned to a core
// of its own, the best of several short batches. Time is the thread's own on
// the processor, so that somebody else's turn on the core counts for nothing.
// Built by limits.py with -march=native.

#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#if defined(__AVX512F__)
enum { WIDTH = 64, CHAINS = 24 };
#elif defined(__AVX__)
enum { WIDTH = 32, CHAINS = 12 };
#else
enum { WIDTH = 16, CHAINS = 24 };
#endif
typedef float Vector __attribute__((vector_size(WIDTH)));

enum { LANES = WIDTH / sizeof(float), BLOCK = 4 * WIDTH };
enum { AHEAD = 4096, BATCHES = 8 };
static const double BATCH_SECONDS = 1e-3;
static const size_t HUGE_PAGE = 2 << 20;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

// --- One thread's work ------------------------------------------------------

typedef struct {
  int core;
  size_t copied, read, written; // bytes
  char *from, *to;
  pthread_barrier_t *start;
  double flops, copies, streams; // per second
} Worker;

// Chains that do not depend on each other hide the latency of the unit.
static double multiplyAdds(void) {
  enum { STEPS = 20000 };
  Vector sums[CHAINS], x, y;
  for (int l = 0; l < LANES; ++l)
    x[l] = 0.999f, y[l] = 1e-3f;
  for (int c = 0; c < CHAINS; ++c)
    sums[c] = y;
  double start = now();
  for (int i = 0; i < STEPS; ++i)
#pragma clang loop unroll(full)
    for (int c = 0; c < CHAINS; ++c)
      sums[c] = sums[c] * x + y;
  double spent = now() - start;
  for (int c = 0; c < CHAINS; ++c)
    __asm__ volatile("" ::"m"(sums[c])); // Keeps the chains.
  return 2.0 * LANES * CHAINS * STEPS / spent;
}

// Whole iterations are copied, of four vectors.
static void copyPlain(const Worker *w) {
  for (size_t i = 0; i < w->copied / WIDTH; i += 4)
    for (int j = 0; j < 4; ++j)
      ((Vector *)w->to)[i + j] = ((const Vector *)w->from)[i + j];
}

static void copyStreaming(const Worker *w) {
  const Vector *from = (const Vector *)w->from;
  for (size_t i = 0; i < w->copied / WIDTH; i += 4)
    for (int j = 0; j < 4; ++j)
      __builtin_nontemporal_store(from[i + j], (Vector *)w->to + i + j);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

static void prefetch(const char *from) {
  for (int line = 0; line < 4 * WIDTH; line += 64)
    __builtin_prefetch(from + AHEAD + line);
}

static void copyAhead(const Worker *w) {
  const Vector *from = (const Vector *)w->from;
  for (size_t i = 0; i < w->copied / WIDTH; i += 4) {
    prefetch((const char *)&from[i]);
    for (int j = 0; j < 4; ++j)
      __builtin_nontemporal_store(from[i + j], (Vector *)w->to + i + j);
  }
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

static void put(Vector *to, Vector value) { *to = value; }

static void putAround(Vector *to, Vector value) {
  __builtin_nontemporal_store(value, to);
}

// Reads `read` bytes and writes `written`, each evenly among the other.
static inline __attribute__((always_inline)) void
stream(const Worker *w, bool ahead, void (*store)(Vector *, Vector)) {
  size_t reads = w->read / BLOCK, writes = w->written / BLOCK;
  size_t steps = reads > writes ? reads : writes;
  size_t toRead = 0, toWrite = 0; // in units of 1 / steps
  const char *from = w->from;
  char *to = w->to;
  Vector sums[4] = {{0}};
  for (size_t step = 0; step < steps; ++step) {
    if ((toRead += reads) >= steps) {
      toRead -= steps;
      if (ahead)
        prefetch(from);
      for (int j = 0; j < 4; ++j)
        sums[j] += ((const Vector *)from)[j];
      from += BLOCK;
    }
    if ((toWrite += writes) >= steps) {
      toWrite -= steps;
      for (int j = 0; j < 4; ++j)
        store((Vector *)to + j, sums[j]);
      to += BLOCK;
    }
  }
  for (int j = 0; j < 4; ++j)
    __asm__ volatile("" ::"m"(sums[j]));
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

static void streamPlain(const Worker *w) { stream(w, false, put); }
static void streamAhead(const Worker *w) { stream(w, true, put); }
static void streamAround(const Worker *w) { stream(w, true, putAround); }

typedef void Copy(const Worker *);

#define COUNT(array) (sizeof(array) / sizeof *(array))
static Copy *const COPIES[] = {copyPlain, copyStreaming, copyAhead};
static Copy *const STREAMS[] = {streamPlain, streamAhead, streamAround};

static double bytesPerSecond(const Worker *w, Copy *copy, size_t bytes) {
  // Looking at the clock takes as long as copying some kilobytes.
  long calls = 0, together = 1 + (8 << 20) / bytes;
  copy(w); // What the one before left in the caches goes.
  double start = now(), spent;
  do {
    for (long i = 0; i < together; ++i) {
      copy(w);
      __asm__ volatile("" ::: "memory");
    }
    calls += together;
    spent = now() - start;
  } while (spent < BATCH_SECONDS);
  return 1.0 * bytes * calls / spent;
}

static void pin(int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(core, &set);
  sched_setaffinity(0, sizeof set, &set);
}

static void best(double *found, double now) {
  *found = now > *found ? now : *found;
}

static void *work(void *argument) {
  Worker *w = argument;
  pin(w->core);
  w->flops = w->copies = w->streams = 0;
  for (int batch = 0; batch < BATCHES; ++batch) {
    pthread_barrier_wait(w->start);
    for (double end = now() + BATCH_SECONDS; now() < end;)
      best(&w->flops, multiplyAdds());
    for (size_t c = 0; c < COUNT(COPIES); ++c) {
      pthread_barrier_wait(w->start);
      best(&w->copies, bytesPerSecond(w, COPIES[c], 2 * w->copied));
    }
    for (size_t c = 0; c < COUNT(STREAMS); ++c) {
      pthread_barrier_wait(w->start);
      best(&w->streams, bytesPerSecond(w, STREAMS[c], w->read + w->written));
    }
  }
  return NULL;
}

// --- All threads ------------------------------------------------------------

static char *allocate(size_t bytes) {
  size_t rounded = (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE + HUGE_PAGE;
  char *memory = aligned_alloc(HUGE_PAGE, rounded);
  if (!memory) {
    fprintf(stderr, "limits: there is no memory for %zu bytes\n", bytes);
    exit(1);
  }
  madvise(memory, rounded, MADV_HUGEPAGE);
  memset(memory, 1, rounded);
  return memory;
}

// A thread's share of `bytes`, in whole blocks.
static size_t share(size_t bytes, int count) {
  return (bytes / count + BLOCK - 1) / BLOCK * BLOCK;
}

static void measure(Worker *workers, int count, size_t read, size_t written) {
  pthread_t threads[count];
  pthread_barrier_t start;
  pthread_barrier_init(&start, NULL, count);
  for (int t = 0; t < count; ++t) {
    Worker *w = &workers[t];
    w->copied = share((read + written) / 2, count);
    w->read = share(read, count);
    w->written = share(written, count);
    // Apart by 2 KiB, so that loads do not wait for stores a page away.
    w->from = allocate(w->read > w->copied ? w->read : w->copied);
    w->to = allocate(2048 + (w->written > w->copied ? w->written : w->copied));
    w->to += 2048;
    w->start = &start;
    pthread_create(&threads[t], NULL, work, w);
  }
  double flops = 0, copies = 0, streams = 0;
  for (int t = 0; t < count; ++t) {
    pthread_join(threads[t], NULL);
    flops += workers[t].flops;
    copies += workers[t].copies;
    streams += workers[t].streams;
    free(workers[t].from);
    free(workers[t].to - 2048);
  }
  pthread_barrier_destroy(&start);
  printf("%.6g %.6g %.6g\n", flops, copies, streams);
  fflush(stdout);
}

int main(int argc, char **argv) {
  int count = argc == 2 ? atoi(argv[1]) : 0, found = 0;
  cpu_set_t set;
  sched_getaffinity(0, sizeof set, &set);
  if (count < 1 || count > CPU_COUNT(&set)) {
    fprintf(stderr, "usage: limits THREADS, of 1..%d\n", CPU_COUNT(&set));
    return 1;
  }
  Worker workers[count];
  for (int core = 0; found < count; ++core)
    if (CPU_ISSET(core, &set))
      workers[found++].core = core;
  size_t read, written;
  while (scanf("%zu %zu", &read, &written) == 2)
    measure(workers, count, read, written);
  return 0;
}
