// RUN: neo-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{a block has 1 to 32 whole warps of 32 threads, not 40 threads}}
#a = #neo.gpu_indexed_schedule<"sm_80" blocks 3 threads 40>

// -----

// expected-error@+1 {{a grid has 0 to 2147483647 blocks, not 2147483648}}
#b = #neo.gpu_indexed_schedule<"sm_80" blocks 2147483648 threads 32>

// -----

// expected-error@+1 {{a bucket has a row or more, not 0}}
#c = #neo.gpu_lists<rows 0 first 1 next 1>
