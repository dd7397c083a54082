// kernels.cu - small kernels, compiled by nvcc for tests of the emulator
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
// Each kernel is run by test/python/test_emulator_nvcc.py, which knows what it
// computes. They hold what nvcc makes of atomics, votes, matches, shuffles,
// functions of the mathematical library and asynchronous copies.

#include <cuda_fp16.h>
#include <cuda_pipeline.h>

/// How often each of 16 values occurs: counted in shared memory, then added up.
extern "C" __global__ void histogram(const int *x, unsigned *counts, int n) {
  __shared__ unsigned mine[16];
  if (threadIdx.x < 16)
    mine[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    atomicAdd(&mine[x[i] & 15], 1u);
  __syncthreads();
  if (threadIdx.x < 16)
    atomicAdd(&counts[threadIdx.x], mine[threadIdx.x]);
}

/// The same, one atomic operation for all lanes with the same value.
extern "C" __global__ void matched(const int *x, unsigned *counts, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned active = __ballot_sync(~0u, i < n);
  if (i >= n)
    return;
  unsigned same = __match_any_sync(active, x[i] & 15);
  int lane = threadIdx.x & 31;
  if (__ffs(same) - 1 == lane)
    atomicAdd(&counts[x[i] & 15], __popc(same));
}

/// Sum, least and greatest of all; floats are compared by atomicCAS.
extern "C" __global__ void extrema(const float *x, float *sum, float *most,
                                   int *least, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = i < n ? x[i] : 0.0f;
  for (int by = 16; by > 0; by /= 2)
    value += __shfl_down_sync(~0u, value, by);
  if ((threadIdx.x & 31) == 0)
    atomicAdd(sum, value);
  if (i >= n)
    return;
  int *bits = reinterpret_cast<int *>(most);
  int old = *reinterpret_cast<volatile int *>(bits), seen;
  do {
    seen = old;
    if (__int_as_float(seen) >= x[i])
      break;
    old = atomicCAS(bits, seen, __float_as_int(x[i]));
  } while (old != seen);
  atomicMin(least, int(floorf(x[i] * 100)));
}

/// Inclusive sums of a block by shuffles, warps joined in shared memory.
extern "C" __global__ void scan(const int *x, int *y) {
  __shared__ int sums[32];
  int lane = threadIdx.x & 31, warp = threadIdx.x / 32, value = x[threadIdx.x];
  for (int by = 1; by < 32; by *= 2) {
    int other = __shfl_up_sync(~0u, value, by);
    value += lane >= by ? other : 0;
  }
  if (lane == 31)
    sums[warp] = value;
  __syncthreads();
  for (int before = 0; before < warp; ++before)
    value += sums[before];
  y[threadIdx.x] = value;
}

/// Softmax of rows, a block each, with the functions of CUDA.
extern "C" __global__ void softmax(const float *x, float *y, int n) {
  __shared__ float parts[32];
  const float *row = x + blockIdx.x * n;
  float most = -INFINITY, sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    most = fmaxf(most, row[i]);
  parts[threadIdx.x] = most;
  __syncthreads();
  for (int i = 0; i < 32; ++i)
    most = fmaxf(most, parts[i]);
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    sum += expf(row[i] - most);
  parts[threadIdx.x] = sum;
  __syncthreads();
  sum = 0;
  for (int i = 0; i < 32; ++i)
    sum += parts[i];
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    y[blockIdx.x * n + i] = __fdividef(expf(row[i] - most), sum);
}

/// Functions that nvcc inlines, with slow paths for large arguments.
extern "C" __global__ void functions(const float *x, float *y) {
  int i = threadIdx.x;
  float v = x[i] * 30.0f;
  y[i] = sinf(v) + cosf(v * 1000) + tanhf(x[i]) + logf(fabsf(v) + 1) +
         sqrtf(fabsf(v)) + erff(x[i]) + powf(fabsf(x[i]), 1.5f) +
         float(sin(double(v)));
}

/// What a block agrees on, by barriers that count and by votes.
extern "C" __global__ void votes(const int *x, int *y) {
  int is = x[threadIdx.x] & 1;
  int count = __syncthreads_count(is), all = __syncthreads_and(is),
      any = __syncthreads_or(is);
  unsigned ballot = __ballot_sync(~0u, is);
  int sum = __reduce_add_sync(~0u, x[threadIdx.x]);
  int agreed = 0;
  __match_all_sync(~0u, is, &agreed);
  y[threadIdx.x] = count + 1000 * all + 2000 * any + 4000 * agreed +
                   8000 * __all_sync(~0u, is) + 16000 * __any_sync(~0u, is) +
                   32000 * __popc(ballot) + sum;
}

/// y = 2 x through shared memory, copied asynchronously two steps ahead.
extern "C" __global__ void pipeline(const float4 *x, float4 *y, int steps) {
  __shared__ float4 tiles[2][32];
  int t = threadIdx.x;
  for (int step = 0; step < 2; ++step) {
    __pipeline_memcpy_async(&tiles[step][t], &x[32 * step + t], 16);
    __pipeline_commit();
  }
  for (int step = 0; step < steps; ++step) {
    __pipeline_wait_prior(1);
    __syncthreads();
    float4 v = tiles[step % 2][(t + 1) % 32];
    y[32 * step + (t + 1) % 32] =
        make_float4(2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w);
    __syncthreads();
    if (step + 2 < steps)
      __pipeline_memcpy_async(&tiles[step % 2][t], &x[32 * (step + 2) + t], 16);
    __pipeline_commit();
  }
}

/// Sums of halves, pair by pair, and integers that wrap.
extern "C" __global__ void halves(const __half2 *x, __half2 *sum, unsigned *turn) {
  atomicAdd(sum, x[threadIdx.x]);
  atomicInc(turn, 4);
}
